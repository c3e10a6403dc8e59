import { describe, expect, it } from 'vitest'
import { avatarInitial, avatarTintClassName } from './avatar-tint.ts'

describe('the letter of an avatar', () => {
  it.each([
    ['asha raman', 'A'],
    ['  meera', 'M'],
    ['“Quiet” hours', 'Q'],
    ['@ravi', 'R'],
    ['7 seas', '7'],
    ['élodie', 'É'],
    ['e\u0301lodie', 'E\u0301'],
    ['मीरा', 'मी'],
    ['李雷', '李'],
    ['🎷 Dev', 'D'],
    ['🎷', '🎷'],
    ['ßen', 'ß'],
    ['', ''],
  ])('of %j is %j', (name, letter) => {
    expect(avatarInitial(name)).toBe(letter)
  })
})

describe('the tint of an avatar', () => {
  it('is the same for a handle in any case', () => {
    expect(avatarTintClassName('AshaMusic')).toBe(avatarTintClassName('ashamusic'))
  })

  it('spreads handles over all twelve tints', () => {
    const tints = new Set(Array.from({ length: 200 }, (_, index) => avatarTintClassName(`creator${index}`)))
    expect(tints).toEqual(new Set(Array.from({ length: 12 }, (_, index) => `tint-${index}`)))
  })
})

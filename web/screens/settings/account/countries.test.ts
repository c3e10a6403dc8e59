import { expect, it } from 'vitest'

import { countryOptions } from './countries.ts'

it('names every country once, in the order people look for them', () => {
  const labels = countryOptions(null).map(({ label }) => label)
  expect(labels).toHaveLength(249)
  expect(new Set(labels).size).toBe(249)
  expect(labels.slice(0, 2)).toEqual(['Afghanistan', 'Åland Islands'])
  expect(labels).toContain('India')
})

it('keeps a country stored as free text', () => {
  expect(countryOptions('IN')).toHaveLength(249)
  expect(countryOptions('Bharat')[0]).toEqual({ value: 'Bharat', label: 'Bharat' })
})

import { describe, expect, it } from 'vitest'

import { parseVisits, type Visit, withVisit } from './visits.ts'

function page(id: string, pageName = `Page ${id}`): Visit {
  return { id, pageHandle: `page-${id}`, pageName, profileImage: null }
}

function ids(visits: readonly Visit[]): string {
  return visits.map(({ id }) => id).join('')
}

describe('recently visited pages', () => {
  it('are listed newest first', () => {
    expect(ids(withVisit(withVisit([], page('a')), page('b')))).toBe('ba')
  })

  it('are five at most: the oldest is forgotten', () => {
    const five = ['a', 'b', 'c', 'd', 'e'].reduce<Visit[]>((visits, id) => withVisit(visits, page(id)), [])
    expect(ids(five)).toBe('edcba')
    expect(ids(withVisit(five, page('f')))).toBe('fedcb')
  })

  it('hold a page once: visiting it again moves it to the front with its current name', () => {
    const again = withVisit([page('a'), page('b')], page('b', 'New name'))
    expect(ids(again)).toBe('ba')
    expect(again[0]?.pageName).toBe('New name')
  })

  it('survive storage', () => {
    const visits = [page('a'), page('b')]
    expect(parseVisits(JSON.stringify(visits))).toEqual(visits)
  })

  it.each([null, '', 'not json', '{}', '[{"id":1}]'])('start empty when storage holds %j', (stored) => {
    expect(parseVisits(stored)).toEqual([])
  })
})

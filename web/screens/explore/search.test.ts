import { describe, expect, it } from 'vitest'

import { mergeFound, namedLike } from './search.ts'

const pages = [{ pageName: 'Asha Rao' }, { pageName: 'Marsh & Gull' }, { pageName: 'RAOUL' }]

it.each([
  ['', ['Asha Rao', 'Marsh & Gull', 'RAOUL']],
  ['  rao ', ['Asha Rao', 'RAOUL']],
  ['& gull', ['Marsh & Gull']],
  ['nobody', []],
])('searching for %j finds %j', (typed, names) => {
  expect(namedLike(pages, typed).map(({ pageName }) => pageName)).toEqual(names)
})

describe('a search', () => {
  const asha = { _id: '1', pageName: 'Asha Rao', headline: 'Songs by the sea' }
  const gull = { _id: '2', pageName: 'Marsh & Gull', headline: 'Letters from Asharville' }
  const mitti = { _id: '3', pageName: 'Studio Mitti', headline: 'Stoneware' }

  it('shows loaded names first, then the server’s additions, each once', () => {
    const found = mergeFound([mitti, asha], [gull, asha], { typed: ' Asha', isServerUpToDate: true })
    expect(found).toEqual([asha, gull])
  })

  it('keeps the matching results of an earlier answer until the new one arrives', () => {
    const earlier = [asha, gull, mitti]
    expect(mergeFound([], earlier, { typed: 'asharv', isServerUpToDate: false })).toEqual([gull])
    expect(mergeFound([], earlier, { typed: 'asharv', isServerUpToDate: true })).toEqual(earlier)
  })
})

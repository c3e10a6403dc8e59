import { expect, it } from 'vitest'

import { namedLike } from './search.ts'

const pages = [{ pageName: 'Asha Rao' }, { pageName: 'Marsh & Gull' }, { pageName: 'RAOUL' }]

it.each([
  ['', ['Asha Rao', 'Marsh & Gull', 'RAOUL']],
  ['  rao ', ['Asha Rao', 'RAOUL']],
  ['& gull', ['Marsh & Gull']],
  ['nobody', []],
])('searching for %j finds %j', (typed, names) => {
  expect(namedLike(pages, typed).map(({ pageName }) => pageName)).toEqual(names)
})

import { login, register } from '#contract/accounts/routes.ts'

import type { Rig } from '../media-server.ts'
import type { Attack } from './attack.ts'
import { type Outcome, send } from './stranger.ts'

const ADDRESSES = ['127.0.0.71', '127.0.0.72', '127.0.0.73']
/** Somebody who logs in meanwhile. */
const ELSEWHERE = '127.0.0.99'
/** Of each address, within what a quarter of an hour allows it. */
const LOGINS = 90
const SIGN_UPS = 25
/** A hash takes a tenth of a second; on a machine with all of this beside it, several times that. */
const PROMPT_MS = 5000
const PASSWORD = 'a-password-of-nobody'

function post(rig: Rig, path: string, body: object, from: string): Promise<Outcome> {
  return send(rig, 'POST', `/api${path}`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    from,
    timeoutMs: 120_000,
  })
}

function logIn(rig: Rig, name: string, from: string): Promise<Outcome> {
  return post(rig, login.path, { email: `${name}@example.org`, password: PASSWORD }, from)
}

function signUp(rig: Rig, name: string, from: string): Promise<Outcome> {
  const person = { name: 'Mallory', username: name, email: `${name}@example.org`, ageConfirmed: true }
  return post(rig, register.path, { ...person, password: PASSWORD }, from)
}

/** Three addresses that send all the logins and sign-ups they may at once. */
export const manyLogins: Attack = {
  name: 'logins and sign-ups of three addresses',
  async run(rig, until) {
    const wrong: string[] = []
    const flood = ADDRESSES.flatMap((from, address) => [
      ...Array.from({ length: LOGINS }, (_, turn) => logIn(rig, `flood-${address}-${turn}`, from)),
      ...Array.from({ length: SIGN_UPS }, (_, turn) => signUp(rig, `flood${address}x${turn}`, from)),
    ])
    let turn = 0
    do {
      turn += 1
      const { status, tookMs } = await logIn(rig, `somebody-${turn}`, ELSEWHERE)
      // Nobody has that account: whoever is told so has had their turn.
      if (status !== 401) wrong.push(`somebody else was answered ${status}`)
      if (tookMs > PROMPT_MS) wrong.push(`somebody else waited for ${(tookMs / 1000).toFixed(1)} s`)
    } while (!until.aborted && turn < 20)
    const outcomes = await Promise.all(flood)
    const broken = outcomes.filter(({ status }) => status === null || status >= 500).length
    if (broken > 0) wrong.push(`${broken} of the flood were not answered`)
    return wrong
  },
}

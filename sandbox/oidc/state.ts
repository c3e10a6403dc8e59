import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import { z } from 'zod'

import { Person, readyPeople, subjectOf } from './people.ts'

const maxRememberedPeople = 50

const SigningKey = z.object({
  kty: z.literal('RSA'),
  alg: z.literal('RS256'),
  use: z.literal('sig'),
  kid: z.string(),
  n: z.string(),
  e: z.string(),
  d: z.string(),
  p: z.string(),
  q: z.string(),
  dp: z.string(),
  dq: z.string(),
  qi: z.string(),
})
export type SigningKey = z.infer<typeof SigningKey>

const State = z.object({
  signingKey: SigningKey,
  cookieKey: z.string().min(32),
  /** The port served last: accounts are keyed by the issuer's address, which contains it. */
  port: z.number().int().nullable(),
  people: z.array(Person),
})
type State = z.infer<typeof State>

export interface Store {
  signingKey: SigningKey
  cookieKey: string
  port: number | null
  rememberPort: (port: number) => Promise<void>
  /** Stores a person, or changes the name and verification of one already known by that email. */
  rememberPerson: (person: Person) => Promise<void>
  findPerson: (subject: string) => Person | null
  /** People added by hand, the latest first. */
  listAddedPeople: () => Person[]
}

/** Opens the stored keys and people, or creates new ones; without a path they last as long as the process. */
export async function openStore(statePath: string | undefined): Promise<Store> {
  const state = (await readState(statePath)) ?? (await makeState())
  let saving = Promise.resolve()
  async function save(): Promise<void> {
    if (statePath === undefined) return
    const text = JSON.stringify(state, null, 2)
    saving = saving.catch(() => {}).then(() => writeWhole(statePath, text))
    await saving
  }
  await save()
  return {
    signingKey: state.signingKey,
    cookieKey: state.cookieKey,
    port: state.port,
    rememberPort: async (port) => {
      state.port = port
      await save()
    },
    rememberPerson: async (person) => {
      const others = state.people.filter(({ email }) => email !== person.email)
      state.people = [person, ...others].slice(0, maxRememberedPeople)
      await save()
    },
    findPerson: (subject) =>
      [...state.people, ...readyPeople].find(({ email }) => subjectOf(email) === subject) ?? null,
    listAddedPeople: () =>
      state.people.filter(({ email }) => !readyPeople.some((ready) => ready.email === email)),
  }
}

async function readState(statePath: string | undefined): Promise<State | null> {
  if (statePath === undefined) return null
  try {
    return State.parse(JSON.parse(await readFile(statePath, 'utf8')))
  } catch {
    // Missing or damaged: a new key costs nothing here, because subjects are derived from the addresses.
    return null
  }
}

/** A key takes longer to make than all the rest of a test's app: the issuers of one process share theirs. */
let madeKey: Promise<SigningKey> | null = null

async function makeState(): Promise<State> {
  madeKey ??= makeSigningKey()
  return {
    signingKey: await madeKey,
    cookieKey: randomBytes(32).toString('base64url'),
    port: null,
    people: [],
  }
}

async function makeSigningKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true, modulusLength: 2048 })
  const jwk = await exportJWK(privateKey)
  const kid = await calculateJwkThumbprint(jwk)
  return SigningKey.parse({ ...jwk, alg: 'RS256', use: 'sig', kid })
}

async function writeWhole(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}.part`
  await writeFile(draft, text, { mode: 0o600 })
  await rename(draft, file)
}

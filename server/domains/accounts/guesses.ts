import { platformFailures } from '#contract/http/route.ts'
import { workForKnown } from '#server/platform/callers.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Circumstances } from '#server/platform/http/implement.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import { hashSecret, hmacHex, newSecret } from '#server/platform/secrets.ts'

import {
  countGuess,
  deleteStaleGuesses,
  type GuessPace,
  isNewDevice,
  listKnownPlaces,
  rememberPlaces,
  takeGuessBack,
} from './guess-queries.ts'

/** Marks a browser that has signed in before. Good for nothing but an allowance of guesses of its own. */
const DEVICE_COOKIE = 'cheers-device'
const DEVICE_COOKIE_PATH = '/api'
const DAY_MS = 86_400_000
const PLACE_KEPT_DAYS = 365
const PLACES_PER_PERSON = 40

/*
 * One place at one account: a browser the account knows, or else an address. For all unknown places together, see PACE.
 * One address makes at most 12 tries an hour, and never more than 24 in the time the level takes to sink by 15; so it
 * alone never reaches the level from which others have to wait.
 */
const PER_PLACE: Limit = { name: 'login-account', points: 10, windowSeconds: 900 }
const PER_PLACE_HOURLY: Limit = { name: 'login-account-hour', points: 12, windowSeconds: 3600 }
const PLACE_LIMITS = [PER_PLACE, PER_PLACE_HOURLY]
export const PACE: GuessPace = {
  freeLevel: 25,
  secondsPerLevel: 240,
  firstWaitSeconds: 60,
  maxWaitSeconds: 900,
}

interface Place {
  /** The key its allowance is counted under. */
  key: string
  isKnown: boolean
}

/**
 * Lets a user try a password of an account, if their place has tries left, by calling `isRight`. Guesses from places
 * the account doesn't know also slow each other down, however many they are; known browsers and addresses aren't held
 * up by them. Counts and answers alike for addresses without an account. Throws `too_many_requests` with the time to
 * wait, and `busy`, which costs no try. Known places go before others in the line for hashes.
 */
export async function letGuess(
  call: Circumstances,
  inTransaction: InTransaction,
  email: string,
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  const { platform, now } = call
  const place = await inTransaction((db) => recognise(db, call, email))
  for (const limit of PLACE_LIMITS) await platform.limits.consume(limit, place.key)
  const emailHash = keyedHash(call, `email ${email}`)
  if (!place.isKnown) {
    const { isLetIn, nextAt } = await inTransaction((db) => countGuess(db, emailHash, PACE, now))
    if (!isLetIn) {
      const waitMs = nextAt.getTime() - now.getTime()
      throw new Failure(platformFailures.too_many_requests, {
        retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
      })
    }
  }
  try {
    if (!(await (place.isKnown ? workForKnown(place.key, isRight) : isRight()))) return false
  } catch (error) {
    // It was refused before the password was looked at.
    for (const limit of PLACE_LIMITS) await platform.limits.giveBack(limit, place.key)
    if (!place.isKnown) await inTransaction((db) => takeGuessBack(db, emailHash))
    throw error
  }
  // The right person got in; their earlier tries no longer count against them.
  for (const limit of PLACE_LIMITS) await platform.limits.reset(limit, place.key)
  if (!place.isKnown) await inTransaction((db) => takeGuessBack(db, emailHash))
  return true
}

/** Whether an account, if the address has one, knows the browser or the address of a call. */
export async function isFromKnownPlace(db: Db, call: Circumstances, email: string): Promise<boolean> {
  return (await recognise(db, call, email)).isKnown
}

async function recognise(db: Db, call: Circumstances, email: string): Promise<Place> {
  const [device, address] = [deviceOf(call), addressOf(call)]
  const seenAfter = new Date(call.now.getTime() - PLACE_KEPT_DAYS * DAY_MS)
  const known = await listKnownPlaces(db, email, device ? [device, address] : [address], seenAfter)
  if (device && known.some((place) => place.equals(device)))
    return { key: `${email}|device ${device.toString('base64url')}`, isKnown: true }
  return { key: `${email}|${call.ip}`, isKnown: known.length > 0 }
}

/** The browser of a sign-in. */
export interface SignInPlace {
  device: Buffer
  /** What its cookie is to say; null if it says so already. */
  newSecret: string | null
  /** The account knows others, and not this one. */
  isNew: boolean
}

/** The browser that a user is about to sign in with. */
export async function recogniseDevice(db: Db, userId: string, call: Circumstances): Promise<SignInPlace> {
  const known = deviceOf(call)
  const isNew = await isNewDevice(db, userId, known)
  if (known) return { device: known, newSecret: null, isNew }
  const secret = newSecret()
  return { device: hashSecret(secret), newSecret: secret, isNew }
}

/** Remembers the browser and the address of a user who just signed in. */
export async function rememberPlace(
  db: Db,
  userId: string,
  call: Circumstances,
  { device, newSecret: secret }: SignInPlace,
): Promise<void> {
  if (secret !== null)
    call.setCookie(DEVICE_COOKIE, secret, {
      maxAgeSeconds: PLACE_KEPT_DAYS * (DAY_MS / 1000),
      path: DEVICE_COOKIE_PATH,
    })
  await remember(db, userId, call, [device, addressOf(call)])
}

/** Remembers the address alone: of a user who proved their mailbox there, and may be about to log in. */
export async function rememberAddress(db: Db, userId: string, call: Circumstances): Promise<void> {
  await remember(db, userId, call, [addressOf(call)])
}

function remember(db: Db, userId: string, { now }: Circumstances, places: readonly Buffer[]): Promise<void> {
  return rememberPlaces(db, userId, places, { now, keptAtMost: PLACES_PER_PERSON })
}

/** Forgets places unused for a year, and guesses that no longer count. */
export async function forgetStaleGuesses(db: Db, now: Date): Promise<void> {
  await deleteStaleGuesses(db, {
    placesSeen: new Date(now.getTime() - PLACE_KEPT_DAYS * DAY_MS),
    guessesCounted: new Date(now.getTime() - DAY_MS),
  })
}

function deviceOf({ cookies }: Circumstances): Buffer | null {
  const secret = cookies[DEVICE_COOKIE]
  return secret && /^[\w-]{43}$/.test(secret) ? hashSecret(secret) : null
}

function addressOf(call: Circumstances): Buffer {
  return keyedHash(call, `address ${call.ip}`)
}

/** Addresses can be guessed, so their plain hash would give them away. */
function keyedHash({ platform }: Circumstances, text: string): Buffer {
  return Buffer.from(hmacHex(platform.secretKey, `guesses: ${text}`), 'hex')
}

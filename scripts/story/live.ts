import { setTimeout as sleep } from 'node:timers/promises'

import { audienceOfPlan, type StepOnWire } from '#server/domains/audiences/service.ts'
import { aMessage, aReaction } from '#server/domains/channels/testing.ts'
import { insertReminder, storeAttendance } from '#server/domains/live/attendance-queries.ts'
import { acceptInit, acceptSegment, beginBroadcast } from '#server/domains/live/broadcasts/broadcasting.ts'
import { act, vote } from '#server/domains/live/questions.ts'
import { type LiveRow, lockLive } from '#server/domains/live/queries.ts'
import { inFragments } from '#server/domains/live/recording/recording-testing.ts'
import { findReplayPost } from '#server/domains/live/replay-queries.ts'
import { moveLive } from '#server/domains/live/service.ts'
import { aLiveSession, aQuestion } from '#server/domains/live/testing.ts'
import type { Db } from '#server/platform/db/query.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'

import { idOf } from './ids.ts'
import { filmFragments } from './media.ts'
import type { Happening } from './payout.ts'

interface Told {
  creators: ReadonlyMap<string, string>
  ids: ReadonlyMap<string, string>
}

const DAY_MS = 86_400_000
const FILM_SECONDS = 42
/** Between what is said in its chat. */
const CHAT_PAUSE_SECONDS = 7
/** A busy machine may take long to join a film. */
const POST_MAX_MS = 600_000

const EVENING = {
  title: 'The thunderstorm and six other songs',
  text: 'From the kitchen table: how Monsoon Sessions was made, whatever you want to know about it, and one song nobody has heard yet.',
  daysAgo: 5.6,
  there: ['ravi', 'priya', 'jonas', 'owen', 'hana', 'sofia'],
  /** `at`: seconds into what was shown. */
  questions: [
    {
      by: 'priya',
      body: 'Was the thunderstorm really not planned?',
      votes: ['ravi', 'jonas', 'owen', 'hana'],
      at: 4,
      answer:
        'It came in on the bridge, on the beat, and nobody in the room dared to breathe. The take before it was better sung. This one is true.',
    },
    {
      by: 'jonas',
      body: 'How many coats are in the cupboard by now?',
      votes: ['owen', 'sofia'],
      at: 17,
      answer: 'Eleven, and a sleeping bag for the low end.',
    },
    {
      by: 'hana',
      body: 'Which song changed most between the first demo and the record?',
      votes: ['priya', 'ravi'],
      at: 29,
      answer:
        'Paper Boats. It was a waltz with a drum machine, and it is now two chords and the rain. The second verse of the waltz lives on in Salt.',
    },
    { by: 'owen', body: 'Will you play in Lisbon?', votes: ['sofia'] },
  ],
  chat: [
    { by: 'sofia', text: 'I can hear the fridge. I am home.', hearts: ['asha', 'owen', 'jonas'] },
    { by: 'ravi', text: 'Good evening from the bus, window open.', hearts: ['asha'] },
    { by: 'owen', text: 'Did it just rain in the song or at yours?', hearts: ['priya'] },
    { by: 'asha', text: 'Both. Always both.', hearts: ['owen', 'sofia', 'ravi', 'hana'] },
    { by: 'hana', text: 'That new one needs a name. “Ferry, Left Side”?', hearts: ['asha', 'priya'] },
  ],
} as const

const MEMBERS: readonly StepOnWire[] = [
  { reach: 'members', planIds: [], isExact: false, fromAt: null, untilAt: null },
]

/** What comes next, on two pages. */
export async function announceLive(
  { database: { db }, clock }: Platform,
  { creators, plans, ids }: Told & { plans: ReadonlyMap<string, string> },
): Promise<void> {
  const now = clock.now()
  const evening = await aLiveSession(db, idOf(creators, 'asha'), {
    title: 'Listening to the record together',
    text: 'All seven songs, once through, two days before everyone else. I’ll talk between them, not over them. Bring headphones and somebody you like.',
    startsAt: atHour(now, 3, 15, 30),
    audience: audienceOfPlan(idOf(plans, 'asha/Tipsy')),
    video: 'browser',
    now,
  })
  for (const who of ['ravi', 'priya', 'jonas', 'owen']) await insertReminder(db, evening.id, idOf(ids, who))
  await aLiveSession(db, idOf(creators, 'studio-mitti'), {
    title: 'Ask me about glazes',
    text: 'An hour of questions and answers in writing, with the test tiles on the table. No question is too small; most of mine were.',
    startsAt: atHour(now, 6, 17, 0),
    audience: audienceOfPlan(null),
    now,
  })
}

/** An evening that was held: what was shown, asked and said, and the post that it became. */
export function storyEvening(platform: Platform, told: Told): Happening[] {
  return [{ daysAgo: EVENING.daysAgo, happen: () => holdEvening(platform, told) }]
}

async function holdEvening(platform: Platform, { creators, ids }: Told): Promise<void> {
  const { db } = platform.database
  const inTransaction = <T>(work: (inside: Db) => Promise<T>) => db.transaction().execute(work)
  const film = await filmFragments({ picture: 'kitchen', tune: 'harbour', seconds: FILM_SECONDS })
  const begins = platform.clock.now()
  const after = (seconds: number) => new Date(begins.getTime() + seconds * 1000)
  const person = (key: string) => idOf(ids, key)
  const ownerId = person('asha')
  const { title, text, there, questions, chat } = EVENING
  const { id } = await aLiveSession(db, idOf(creators, 'asha'), {
    title,
    text,
    startsAt: begins,
    audience: MEMBERS,
    video: film ? 'browser' : 'none',
    replay: 'publish',
    now: begins,
  })
  const locked = async (inside: Db): Promise<LiveRow> => {
    const row = await lockLive(inside, id)
    if (!row) throw new Error('The evening of the story is gone.')
    return row
  }
  await inTransaction(async (inside) => moveLive(inside, await locked(inside), 'open', begins))

  for (const key of there) await storeAttendance(db, { id, userId: person(key), now: begins })
  const asked = []
  for (const question of questions) {
    const { id: questionId } = await aQuestion(db, id, person(question.by), {
      body: question.body,
      now: begins,
    })
    for (const key of question.votes)
      await inTransaction((inside) =>
        vote(inside, { questionId, viewerId: person(key), isGiven: true, now: begins }),
      )
    asked.push({ ...question, questionId })
  }

  if (film) await show(platform, id, inFragments(Buffer.from(film)))
  else await inTransaction(async (inside) => moveLive(inside, await locked(inside), 'start', begins))
  for (const [index, { by, text: body, hearts }] of chat.entries()) {
    const now = after((index + 1) * CHAT_PAUSE_SECONDS)
    const { seq } = await aMessage(db, id, person(by), { body, now })
    for (const key of hearts) await aReaction(db, id, person(key), { seq, emoji: '❤️', now })
  }
  for (const question of asked) {
    if (!('at' in question)) continue
    const { questionId, at, answer } = question
    const looking = { questionId, viewerId: ownerId, reason: '' }
    await inTransaction((inside) => act(inside, { ...looking, act: 'take', answer: '', now: after(at) }))
    await inTransaction((inside) => act(inside, { ...looking, act: 'answer', answer, now: after(at + 8) }))
  }
  await inTransaction(async (inside) =>
    moveLive(inside, await locked(inside), 'end', after(film ? FILM_SECONDS : 30 * 60)),
  )
  await becomePost(db, id)
}

/** Its post is of its own day. */
async function becomePost(db: Db, id: string): Promise<void> {
  const deadline = performance.now() + POST_MAX_MS
  while (performance.now() < deadline) {
    if ((await findReplayPost(db, id)) !== null) return
    await sleep(100)
  }
  throw new Error('The story is still waiting for what is left of an evening.')
}

/** Sends a film as a browser would, but at once. */
async function show(
  platform: Platform,
  id: string,
  { init, segments, durationsMs }: ReturnType<typeof inFragments>,
): Promise<void> {
  const { database, clock } = platform
  const { broadcastId } = await database.db.transaction().execute(async (inside) => {
    const row = await lockLive(inside, id)
    if (!row) throw new Error('The evening of the story is gone.')
    const now = clock.now()
    const mime = 'video/mp4; codecs="avc1.42c01f,mp4a.40.2"'
    const beginning = { clientKey: newId(now), kind: 'browser' as const, mime, width: 1280, height: 720 }
    return beginBroadcast(inside, row, beginning, now)
  })
  await acceptInit(platform, broadcastId, init)
  for (const [seq, bytes] of segments.entries())
    await acceptSegment(platform, broadcastId, { seq, durationMs: durationsMs[seq] ?? 1000, bytes })
}

/** So many days ahead, at an hour in UTC. */
function atHour(now: Date, days: number, hours: number, minutes: number): Date {
  const at = new Date(now.getTime() + days * DAY_MS)
  at.setUTCHours(hours, minutes, 0, 0)
  return at
}

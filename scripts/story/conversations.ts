import { aMessage } from '#server/domains/channels/testing.ts'
import { type ConversationPeople, openStoryConversation } from '#server/domains/conversations/testing.ts'
import type { Db } from '#server/platform/db/query.ts'

import { idOf } from './ids.ts'
import type { PersonKey, SupporterKey } from './people.ts'

type Key = PersonKey | SupporterKey

interface StoryConversation {
  /** Who writes first, and to whom; several are a group. */
  from: Key
  to: readonly Key[]
  /** Whose page it is between; none: between people. */
  page?: string
  name?: string
  lines: readonly { by: Key; hoursAgo: number; text: string }[]
}

/** The newest lines are unread by those they are for. */
const CONVERSATIONS: readonly StoryConversation[] = [
  {
    from: 'ravi',
    to: ['asha'],
    page: 'asha',
    lines: [
      {
        by: 'ravi',
        hoursAgo: 75,
        text: 'The second verse of “Slow Train” has been in my head since Sunday.',
      },
      { by: 'asha', hoursAgo: 71, text: 'It took me four years, so I’m glad it stays a little.' },
      { by: 'asha', hoursAgo: 70.9, text: 'There is an early take with the wrong chords. Shall I send it?' },
      { by: 'ravi', hoursAgo: 70, text: 'Yes, please. Wrong chords are the best part.' },
      { by: 'asha', hoursAgo: 5, text: 'It’s in Saturday’s post. You’ll hear me laugh in the middle.' },
    ],
  },
  {
    from: 'imani',
    to: ['asha'],
    page: 'asha',
    lines: [
      {
        by: 'imani',
        hoursAgo: 30,
        text: 'Would you like four cups for the tour bus? They survive most things.',
      },
      { by: 'asha', hoursAgo: 28, text: 'They have to survive our drummer.' },
      { by: 'imani', hoursAgo: 2, text: 'Then I’ll make six.' },
    ],
  },
  {
    from: 'kofi',
    to: ['asha'],
    page: 'asha',
    lines: [{ by: 'kofi', hoursAgo: 9, text: 'Is the Accra date certain? I would bring my sister.' }],
  },
  {
    from: 'asha',
    to: ['hana', 'jonas', 'owen'],
    page: 'asha',
    name: 'Street team',
    lines: [
      { by: 'asha', hoursAgo: 50, text: 'Thank you for offering to put up posters. Who has which town?' },
      { by: 'jonas', hoursAgo: 48, text: 'Leipzig and Halle.' },
      { by: 'owen', hoursAgo: 47, text: 'Bristol. I know a wall.' },
      { by: 'hana', hoursAgo: 20, text: 'Kyoto, but only where it is allowed.' },
    ],
  },
  {
    from: 'dev',
    to: ['asha'],
    page: 'asha',
    lines: [
      {
        by: 'dev',
        hoursAgo: 7,
        text: 'Hello Asha, I run a small radio show on Thursdays and would love to play two of your songs. May I?',
      },
    ],
  },
  {
    from: 'ravi',
    to: ['imani'],
    page: 'studio-mitti',
    lines: [
      { by: 'ravi', hoursAgo: 120, text: 'My bowl arrived, in one piece and a very good blue.' },
      { by: 'imani', hoursAgo: 118, text: 'That blue only happens in the back left corner of the kiln.' },
    ],
  },
]

/** What people of the story write to each other in private. */
export async function writeConversations(
  db: Db,
  {
    ids,
    creators,
    now,
  }: { ids: ReadonlyMap<string, string>; creators: ReadonlyMap<string, string>; now: Date },
): Promise<void> {
  const hoursBefore = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  const told = CONVERSATIONS.flatMap((conversation) =>
    conversation.lines.map((line) => ({ conversation, line })),
  ).toSorted((one, other) => other.line.hoursAgo - one.line.hoursAgo)
  const opened = new Map<StoryConversation, string>()
  // In the order they were written: how often a person may write depends on what they wrote before.
  for (const { conversation, line } of told) {
    const { from, to, page, name = '' } = conversation
    const at = hoursBefore(line.hoursAgo)
    const people: ConversationPeople = {
      fromId: idOf(ids, from),
      toIds: to.map((key) => idOf(ids, key)),
      creatorId: page === undefined ? null : idOf(creators, page),
    }
    const id =
      opened.get(conversation) ??
      (await openStoryConversation(db, people, { name, body: line.text, now: at }))
    opened.set(conversation, id)
    await aMessage(db, id, idOf(ids, line.by), { body: line.text, now: at })
  }
}

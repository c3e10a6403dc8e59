import { channelMessages } from './messages.ts'

/*
 * A message is plain text. People are named in it by their id, `<@id>`, and shown by the name they have now; so a name
 * that is changed or erased is changed or erased everywhere.
 */

const MENTION = /<@([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})>/

/** How a person is named in the text of a message. */
export function mentionOf(userId: string): string {
  return `<@${userId}>`
}

export type BodyPart = { text: string } | { userId: string }

/** The text of a message in parts: what stands there, and people named by their ids. */
export function splitBody(body: string): BodyPart[] {
  return body.split(MENTION).flatMap((part, index): BodyPart[] => {
    if (index % 2 === 1) return [{ userId: part }]
    return part === '' ? [] : [{ text: part }]
  })
}

/** A text as it was kept for a report: it names people by their ids, and nothing beside it says who they are. */
export function withoutIds(body: string): string {
  return splitBody(body)
    .map((part) => ('text' in part ? part.text : `@${channelMessages.someone}`))
    .join('')
}

/** The people a text names, each once. */
export function mentionedIn(body: string): string[] {
  return [...new Set(splitBody(body).flatMap((part) => ('userId' in part ? [part.userId] : [])))]
}

import { liveMessages } from '#contract/live/messages.ts'
import { plural } from '#contract/plural.ts'
import type { EditorContent } from '#server/domains/posts/service.ts'
import type { PollTotals } from '#contract/polls/events.ts'

const texts = liveMessages.post

export interface ReplayParts {
  /** What the session was about; may be empty. */
  text: string
  answered: readonly { body: string; answer: string }[]
  /** Polls whose results everyone sees. */
  polls: readonly { question: string; options: readonly string[]; totals: PollTotals }[]
  /** Of the session, whose chat can still be read. */
  url: string
}

type Block = EditorContent['blocks'][number]

/** What is left of a session, as the blocks of a post; null: nothing was answered or voted. */
export function replayBlocks({ text, answered, polls, url }: ReplayParts): EditorContent | null {
  if (answered.length + polls.length === 0) return null
  return {
    blocks: [
      ...paragraphs(text),
      ...(answered.length === 0 ? [] : [header(texts.answers, 2)]),
      ...answered.flatMap(({ body, answer }) => [
        header(body, 3),
        ...(answer === '' ? [paragraph(texts.answered)] : paragraphs(answer)),
      ]),
      ...(polls.length === 0 ? [] : [header(texts.polls, 2)]),
      ...polls.flatMap(({ question, options, totals }): Block[] => [
        header(question, 3),
        {
          type: 'list',
          data: {
            style: 'unordered',
            items: options.map((option, index) => {
              const votes = plural(totals.options[index]?.votes ?? 0, texts.votes)
              return { content: escaped(`${option}: ${votes}`), items: [] }
            }),
          },
        },
      ]),
      { type: 'button', data: { text: texts.toSession, link: url } },
    ],
  }
}

function header(text: string, level: number): Block {
  return { type: 'header', data: { text: escaped(text), level } }
}

function paragraph(text: string): Block {
  return { type: 'paragraph', data: { text: escaped(text) } }
}

/** Empty lines part paragraphs. */
function paragraphs(text: string): Block[] {
  return text
    .split('\n\n')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => ({ type: 'paragraph', data: { text: escaped(part).replaceAll('\n', '<br>') } }))
}

/** Blocks hold HTML. */
function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

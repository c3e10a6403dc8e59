import { liveMessages } from '#contract/live/messages.ts'
import { plural } from '#contract/plural.ts'
import type { EditorContent } from '#server/domains/posts/service.ts'
import { type Chapter, clockTime } from './recording/chapters.ts'
import type { PollTotals } from '#contract/polls/events.ts'

const texts = liveMessages.post

export interface ReplayParts {
  /** What the session was about; may be empty. */
  text: string
  answered: readonly { body: string; answer: string }[]
  /** Polls whose results everyone sees. */
  polls: readonly { question: string; options: readonly string[]; totals: PollTotals }[]
  /** Where in the recording questions were taken. */
  chapters: readonly Chapter[]
  /** Media that the post shows: there is one, whatever was answered. */
  recordings: number
  /** Of the session, whose chat can still be read. */
  url: string
}

type Block = EditorContent['blocks'][number]

/** What is left of a session, as the blocks of a post; null: nothing was shown, answered or voted. */
export function replayBlocks(parts: ReplayParts): EditorContent | null {
  const { text, answered, polls, chapters, recordings, url } = parts
  if (answered.length + polls.length + recordings === 0) return null
  return {
    blocks: [
      ...paragraphs(text),
      ...(chapters.length === 0 ? [] : [header(texts.chapters, 2), listed(chapters.map(chapterLine))]),
      ...(answered.length === 0 ? [] : [header(texts.answers, 2)]),
      ...answered.flatMap(({ body, answer }) => [
        header(body, 3),
        ...(answer === '' ? [paragraph(texts.answered)] : paragraphs(answer)),
      ]),
      ...(polls.length === 0 ? [] : [header(texts.polls, 2)]),
      ...polls.flatMap(({ question, options, totals }): Block[] => [
        header(question, 3),
        listed(
          options.map(
            (option, index) => `${option}: ${plural(totals.options[index]?.votes ?? 0, texts.votes)}`,
          ),
        ),
      ]),
      { type: 'button', data: { text: texts.toSession, link: url } },
    ],
  }
}

/** "2:03 How do you begin?" */
function chapterLine({ part, ms, title }: Chapter): string {
  const at = `${clockTime(ms)} ${title}`
  return part === null ? at : texts.inPart(part, at)
}

function listed(lines: readonly string[]): Block {
  const items = lines.map((line) => ({ content: escaped(line), items: [] }))
  return { type: 'list', data: { style: 'unordered', items } }
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

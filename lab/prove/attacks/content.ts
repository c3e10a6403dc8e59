import type { Rig } from '../media-server.ts'
import type { Attack } from './attack.ts'
import { heavyLists } from './bodies.ts'
import { strike } from './stranger.ts'
import { andOthers, openedMarks } from './variety.ts'

const TEXTS = andOthers(
  [
    '<'.repeat(400_000),
    '<a '.repeat(150_000),
    '&'.repeat(400_000),
    '<b>'.repeat(100_000),
    `<p>${'‹'.repeat(200_000)}</p>`,
    `<p title="${'<'.repeat(300_000)}`,
    `<!--${'-'.repeat(400_000)}`,
    // Each end of an address was once counted anew for each bracket.
    `https://a.example/${')'.repeat(2000)} `.repeat(120),
  ],
  (pick) => openedMarks(pick, 50_000 + pick(400_000)),
)
/** Like the captions that took seconds. */
const CAPTIONS = andOthers(
  ['<'.repeat(100_000), '&'.repeat(100_000), '<b'.repeat(50_000), '-->'.repeat(30_000)],
  (pick) => openedMarks(pick, 20_000 + pick(400_000)),
)
const SEARCHES = andOthers(
  ['%'.repeat(500), '_'.repeat(500), '\\'.repeat(500), 'a '.repeat(400), '(*)'.repeat(200)],
  (pick) => openedMarks(pick, 50 + pick(1500)),
)
/** Twenty posts at 2 KB each, their media and the rest of a page; a list was once 80 MB. */
const LIST_MAX_BYTES = 400_000
const PROMPT_MS = 2000

function form(fields: Record<string, string>): { headers: Record<string, string>; body: Buffer } {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: Buffer.from(`${parts.join('')}--x--\r\n`),
  }
}

/** Posts made of marks that open something and never close it, and lists that carry them. */
export const hostilePosts: Attack = {
  name: 'posts of half a million opened marks',
  async run(rig, until) {
    const wrong: string[] = []
    while (!until.aborted)
      for (const text of TEXTS)
        for (const content of [text, JSON.stringify({ time: 0, version: '2', blocks: paragraph(text) })]) {
          const sent = form({ content, planId: '' })
          const { status, tookMs } = await strike(rig, 'POST', '/api/post/create', {
            ...sent,
            isCreator: true,
          })
          if (status === null || status >= 500) wrong.push(`${content.slice(0, 30)}…: ${status}`)
          if (tookMs > PROMPT_MS) wrong.push(`${content.slice(0, 30)}… took ${tookMs.toFixed(0)} ms`)
        }
    return [...wrong, ...(await heavyLists(rig, LIST_MAX_BYTES))]
  },
}

function paragraph(text: string): unknown[] {
  return [{ id: 'a', type: 'paragraph', data: { text } }]
}

/** Captions in which every character may open a mark. */
export function hostileCaptions(mediaId: string): Attack {
  return {
    name: 'captions of a hundred thousand opened marks',
    async run(rig, until) {
      const wrong: string[] = []
      const cue = 'WEBVTT\n\n00:00.000 --> 00:01.000\n'
      while (!until.aborted)
        for (const text of CAPTIONS) {
          const { status, tookMs } = await strike(rig, 'PUT', `/api/media/${mediaId}/captions`, {
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ language: 'en', label: 'English', vtt: cue + text }),
            isCreator: true,
          })
          if (status === null || status >= 500 || status === 404 || status === 405)
            wrong.push(`captions: ${status}`)
          if (tookMs > PROMPT_MS) wrong.push(`captions took ${tookMs.toFixed(0)} ms`)
        }
      return wrong
    },
  }
}

/** Searches, and previews of links, with texts made to be slow to process. */
export const hostileQueries: Attack = {
  name: 'searches of marks and spaces',
  async run(rig: Rig, until) {
    const wrong: string[] = []
    while (!until.aborted)
      for (const text of SEARCHES) {
        const { status, tookMs } = await strike(
          rig,
          'GET',
          `/api/creator/getCreators?search=${encodeURIComponent(text)}`,
        )
        if (status === null || status >= 500) wrong.push(`search: ${status}`)
        if (tookMs > PROMPT_MS) wrong.push(`search took ${tookMs.toFixed(0)} ms`)
      }
    return wrong
  },
}

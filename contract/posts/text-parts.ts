/** A part of a post's text: words as HTML, or pictures and polls that stand between them. */
export type TextPart =
  | { kind: 'words'; html: string }
  | { kind: 'pictures'; mediaIds: string[]; captionHtml: string }
  | { kind: 'poll'; pollId: string }

const BEGIN = '<figure data-media="'
const POLL_BEGIN = '<figure data-poll="'
const END = '</figure>'
const CAPTION_BEGIN = '<figcaption>'
const CAPTION_END = '</figcaption>'

/**
 * The parts of a cleaned text. It names pictures only by their ids, `<figure data-media="id id">` with perhaps a caption:
 * their addresses depend on who reads, and expire.
 */
export function partsOfText(html: string): TextPart[] {
  const [before = '', ...rest] = html.split(BEGIN)
  const parts: TextPart[] = [{ kind: 'words', html: before }]
  for (const piece of rest) {
    const idsEnd = piece.indexOf('">')
    const end = piece.indexOf(END)
    const inner = piece.slice(idsEnd + 2, end === -1 ? undefined : end)
    const captionBegin = inner.indexOf(CAPTION_BEGIN)
    const captionEnd = inner.lastIndexOf(CAPTION_END)
    parts.push(
      {
        kind: 'pictures',
        mediaIds: piece.slice(0, Math.max(0, idsEnd)).split(' '),
        captionHtml: captionBegin === -1 ? '' : inner.slice(captionBegin + CAPTION_BEGIN.length, captionEnd),
      },
      { kind: 'words', html: end === -1 ? '' : piece.slice(end + END.length) },
    )
  }
  return parts
    .flatMap((part) => (part.kind === 'words' ? withPolls(part.html) : [part]))
    .filter((part) => part.kind !== 'words' || part.html.trim() !== '')
}

/** Words, and the polls between them: `<figure data-poll="id">`. */
function withPolls(html: string): TextPart[] {
  const [before = '', ...rest] = html.split(POLL_BEGIN)
  return [
    { kind: 'words', html: before },
    ...rest.flatMap((piece): TextPart[] => {
      const end = piece.indexOf(END)
      const pollId = piece.slice(0, Math.max(0, piece.indexOf('">')))
      return [
        { kind: 'poll', pollId },
        { kind: 'words', html: end === -1 ? '' : piece.slice(end + END.length) },
      ]
    }),
  ]
}

/** The polls that a cleaned text holds, in its order. */
export function pollIdsInText(html: string): string[] {
  return [...new Set(partsOfText(html).flatMap((part) => (part.kind === 'poll' ? [part.pollId] : [])))]
}

/** The pictures that a cleaned text names, in its order. */
export function mediaIdsInText(html: string): string[] {
  const ids = partsOfText(html).flatMap((part) => (part.kind === 'pictures' ? part.mediaIds : []))
  return [...new Set(ids)]
}

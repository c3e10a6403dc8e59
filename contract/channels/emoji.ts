import { EMOJI_MAX_LENGTH } from './rules.ts'

const PICTURED = /[\p{Extended_Pictographic}\p{Regional_Indicator}\u20E3]/u

/** Whether a text is one emoji, of however many characters that consists. */
export function isEmoji(text: string): boolean {
  if (text.length > EMOJI_MAX_LENGTH || !text.isWellFormed() || !PICTURED.test(text)) return false
  return Array.from(new Intl.Segmenter().segment(text)).length === 1
}

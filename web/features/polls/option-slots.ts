import type { Poll } from '#contract/polls/poll.ts'
import {
  addPictures,
  awaitPictures,
  letGoOfPictures,
  readPictures,
  removePicture,
} from '#web/features/channel/writing/pictures-in-hand.ts'

/** What an option holds beside its text: a picture in hand, one that is at the server already, or none. */
export interface OptionSlot {
  /** Of its picture in hand, among those of other drafts. */
  draftKey: string
  kept: Poll['options'][number]['picture']
}

export function emptySlot(): OptionSlot {
  return { draftKey: crypto.randomUUID(), kept: null }
}

export function slotsOf(poll: Poll): OptionSlot[] {
  return poll.options.map(({ picture }) => ({ ...emptySlot(), kept: picture }))
}

/** Gives an option another picture. Returns why it can't be added; null: it travels. */
export function pickFor({ draftKey }: OptionSlot, file: File): string | null {
  dropInHand({ draftKey })
  return addPictures(draftKey, [file])
}

/** Forgets the picture in hand, and what of it is at the server. */
export function dropInHand({ draftKey }: Pick<OptionSlot, 'draftKey'>): void {
  for (const { key } of readPictures().filter((each) => each.draftKey === draftKey)) removePicture(key)
}

/**
 * Waits until all pictures are at the server; returns their ids in the order of the options. Rejects with a sentence when
 * one can't be sent: then all stay in hand.
 */
export async function awaitSlots(slots: readonly OptionSlot[]): Promise<(string | null)[]> {
  return Promise.all(
    slots.map(async ({ draftKey, kept }) => (await awaitPictures(draftKey))[0] ?? kept?._id ?? null),
  )
}

/** They belong to a poll now. */
export function letGoOfSlots(slots: readonly OptionSlot[]): void {
  for (const { draftKey } of slots) letGoOfPictures(draftKey)
}

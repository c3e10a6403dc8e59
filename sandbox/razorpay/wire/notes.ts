import type { Notes, Wire } from '../core/entities.ts'

/** Razorpay answers empty notes as an array and others as an object. */
export function notesWire(notes: Notes): Notes | never[] {
  return Object.keys(notes).length === 0 ? [] : notes
}

/** The envelope of every list call. */
export function collectionWire(items: Wire[]): Wire {
  return { entity: 'collection', count: items.length, items }
}

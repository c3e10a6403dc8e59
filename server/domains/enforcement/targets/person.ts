import { findActivePerson } from '../people-queries.ts'
import type { TargetType } from './target-type.ts'

/** A person's account: name and picture, or how they behave anywhere here. */
export const personTarget: TargetType = {
  async find(db, { id, now }) {
    const person = await findActivePerson(db, id)
    return (
      person && {
        concernedId: id,
        creatorId: null,
        channel: null,
        isModerated: false,
        lines: [{ authorId: id, body: person.name, writtenAt: now, isReported: true }],
      }
    )
  },
  apply: null,
}

import { findUserByEmail } from '#server/domains/accounts/service.ts'
import { makePreviewLink } from '#server/domains/posts/previews/previews.ts'
import { makePass, openPass } from '#server/domains/staff/passes/passes.ts'
import type { RunningServer } from '#server/main.ts'
import { one, sql } from '#server/platform/db/query.ts'

import { PEOPLE, type PersonKey } from '../story/people.ts'

/** Screens to which no link leads: somebody made their address. */
export interface MadeAddresses {
  grievanceStatus: string
  preview: string
  supportPass: string
}

/** Of a draft, whose preview somebody else was given, and of an account that support may look at for half an hour. */
export async function makeAddresses({
  platform,
}: RunningServer): Promise<Pick<MadeAddresses, 'preview' | 'supportPass'>> {
  const { db } = platform.database
  const now = platform.clock.now()
  const idOf = async (who: PersonKey): Promise<string> => {
    const user = await findUserByEmail(db, PEOPLE[who].email)
    if (!user) throw new Error(`Nobody in the story is called ${who}.`)
    return user.id
  }
  const [ownerId, giverId, by] = [await idOf('asha'), await idOf('tomas'), await idOf('dev')]
  const { postId } = await one(
    db,
    sql<{ postId: string }>`select posts.id as "postId" from posts
      join creators on creators.id = posts.creator_id
      where creators.user_id = ${ownerId} and posts.deleted_at is null order by posts.id desc limit 1`,
  )
  return db.transaction().execute(async (inside) => {
    const { token } = await makePreviewLink(inside, { id: ownerId }, postId, now)
    const { code } = await makePass(inside, { userId: giverId, now })
    const pass = await openPass(inside, { code, by, now })
    if (!pass) throw new Error('The support pass opens nothing.')
    return { preview: `/preview/${token}`, supportPass: `/staff/passes/${pass.id}` }
  })
}

import * as z from 'zod/mini'

import { id, listInput, moment, saying } from '../fields.ts'
import { route } from '../http/route.ts'
import { pageFailures } from '../failures.ts'
import { pageHandle } from '../page-address.ts'
import { accountFailures as failures } from './failures.ts'

export const getBlockedUsers = route({
  method: 'GET',
  path: '/user/blocks',
  caller: 'member',
  summary:
    'The people whom the caller has blocked, most recent first; all of them, or a page. The cursor is the _id of the last one.',
  input: z.object(listInput),
  output: z.array(
    z.object({
      /** The person's id, as unblocking takes it. */
      _id: id(),
      /** Of their page, if they have one. */
      name: z.string(),
      pageHandle: z.nullable(z.string()),
      profileImage: z.nullable(z.string()),
      blockedAt: moment,
    }),
  ),
  failures: [],
})

export const blockUser = route({
  method: 'POST',
  path: '/user/blocks',
  caller: 'member',
  summary:
    'Blocks a person, named by their id or by their page. Neither can join the other any more, and memberships between them end with their paid period.',
  input: z
    .object({ userId: z.optional(id()), pageHandle: z.optional(pageHandle) })
    .check(
      z.refine(
        (value) => (value.userId === undefined) !== (value.pageHandle === undefined),
        'Name a person or a page.',
      ),
    ),
  output: saying,
  failures: [failures.person_not_found, failures.own_account, pageFailures.page_not_found],
})

export const unblockUser = route({
  method: 'DELETE',
  path: '/user/blocks/:userId',
  caller: 'member',
  summary: 'Unblocks a person. Memberships that the block ended stay ended.',
  input: z.object({ userId: id() }),
  output: saying,
  failures: [],
})

export const blockRoutes = [getBlockedUsers, blockUser, unblockUser] as const

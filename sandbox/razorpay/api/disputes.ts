import { pageOf } from '../http/paging.ts'
import { disputeWire } from '../wire/dispute.ts'
import { getEntity, idAt, type ApiRoute } from './call.ts'

/** Disputes are read-only here; banks open and decide them. */
export const disputeRoutes: ApiRoute[] = [
  {
    method: 'GET',
    path: 'disputes',
    answer: (call) =>
      pageOf(
        call.query,
        [],
        Object.values(call.context.state.disputes),
        (entry) => entry.createdAt,
        disputeWire,
      ),
  },
  {
    method: 'GET',
    path: 'disputes/:id',
    answer: (call) => disputeWire(getEntity(call.context.state.disputes, 'disp', idAt(call, 0))),
  },
]

import type { Caller, Cast, Member, Owner } from './cast.ts'

/* What people ask a platform for, about as often as they do: mostly reading. */

export interface Asked {
  /** The same for all requests of its kind. */
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  caller: Caller | null
  body: object | null
  /** Where it comes from, as the proxy before the node says. */
  address: string
  /** Whether the text of the answer is needed; that of most is only received. */
  isAnswerKept?: boolean
}

interface Kind {
  /** Of a thousand requests. */
  share: number
  name: string
  /** `turn`: of this kind, from 0. */
  make: (cast: Cast, turn: number) => Omit<Asked, 'name' | 'caller' | 'address'> & { caller?: Caller | null }
}

const get = (path: string, caller: Caller | null = null) => ({
  method: 'GET' as const,
  path,
  body: null,
  caller,
})

function at<T>(from: readonly T[], turn: number): T {
  const found = from[turn % from.length]
  if (found === undefined) throw new Error('The platform is too small for traffic')
  return found
}

function member(share: number, name: string, path: (member: Member) => string): Kind {
  return { share, name, make: ({ members }, turn) => get(path(at(members, turn)), at(members, turn)) }
}

function owner(share: number, name: string, path: (owner: Owner) => string): Kind {
  return { share, name, make: ({ owners }, turn) => get(path(at(owners, turn)), at(owners, turn)) }
}

function write(
  share: number,
  name: string,
  /** `round`: how often everyone had their turn before. */
  made: (member: Member, round: number) => Pick<Asked, 'method' | 'path' | 'body'> | null,
): Kind {
  return {
    share,
    name,
    make({ members }, turn) {
      const caller = at(members, turn)
      const round = Math.floor(turn / members.length)
      return { ...(made(caller, round) ?? get('/api/notifications/badges')), caller }
    },
  }
}

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

const KINDS: readonly Kind[] = [
  { share: 160, name: 'page', make: ({ handles }, turn) => get(`/${at(handles, turn)}`) },
  { share: 60, name: 'explore', make: () => get('/api/creator/getCreators?limit=20') },
  {
    share: 60,
    name: 'page details',
    make: ({ handles }, turn) => get(`/api/creator/creatorDetails/${at(handles, turn)}`),
  },
  {
    share: 30,
    name: 'search',
    make: ({ words }, turn) => get(`/api/search?q=${encodeURIComponent(at(words, turn))}`),
  },
  member(160, 'posts of a page', ({ handle }) => `/api/post/getPostsByPageHandle/${handle}?limit=20`),
  member(90, 'recent posts', () => '/api/post/getPosts?limit=20'),
  member(60, 'feed', () => '/api/post/getFeed?limit=20'),
  member(60, 'post', ({ postId }) => `/api/post/getPost/${postId}`),
  member(50, 'who is signed in', () => '/api/auth/getLoggedInUser'),
  member(50, 'badges', () => '/api/notifications/badges'),
  member(40, 'notifications', () => '/api/notifications?limit=20'),
  member(40, 'memberships', () => '/api/m2cSubscription/getUserSubscriptions'),
  member(20, 'own payments', () => '/api/payment/getUserPayments?limit=20'),
  member(20, 'room', ({ roomId, postId }) => `/api/channels/${roomId ?? postId}/messages?limit=20`),
  owner(10, 'members', () => '/api/members?limit=20'),
  owner(10, 'income', () => `/api/analytics/summary?from=${day(30)}&to=${day(0)}&currency=USD`),
  owner(10, 'payments', () => '/api/creatorpayments/getCreatorPayments?limit=20'),
  write(20, 'like', ({ postId }, round) => ({
    method: round % 2 === 0 ? 'PUT' : 'DELETE',
    path: `/api/posts/${postId}/like`,
    body: null,
  })),
  write(20, 'message', ({ roomId }) =>
    roomId === null
      ? null
      : {
          method: 'POST',
          path: `/api/channels/${roomId}/messages`,
          body: { clientKey: crypto.randomUUID(), body: 'A word in passing.' },
        },
  ),
  write(10, 'follow', ({ handle }, round) => ({
    method: round % 2 === 0 ? 'PUT' : 'DELETE',
    path: `/api/creators/${handle}/follow`,
    body: null,
  })),
  write(10, 'read', ({ roomId }) =>
    roomId === null ? null : { method: 'PUT', path: `/api/channels/${roomId}/read`, body: { seq: 1 } },
  ),
  {
    share: 8,
    name: 'visit',
    make: ({ handles }, turn) => ({
      method: 'POST',
      path: '/api/visits',
      body: { pageHandle: at(handles, turn) },
    }),
  },
  {
    share: 2,
    name: 'new post',
    make: ({ writers }, turn) => ({
      method: 'POST',
      path: '/api/post/create',
      body: { content: '<p>What I did today.</p>', title: `Day ${turn}` },
      caller: at(writers, turn),
    }),
  },
]

const SHARES = KINDS.reduce((sum, { share }) => sum + share, 0)

/** The request of a turn: kinds are spread evenly, and each kind goes through everyone in turn. */
export function askedAt(cast: Cast, turn: number): Asked {
  // A step that shares no factor with the shares visits all of them, in the same order each round.
  let place = (turn * 617) % SHARES
  const kind = KINDS.find(({ share }) => (place -= share) < 0) ?? at(KINDS, 0)
  // How often this kind was asked for: by the turn alone, the same few would be asked about in every round.
  const time = Math.floor(turn / SHARES) * kind.share + place + kind.share
  // Addresses of a network for measurements (RFC 2544).
  const address = `198.18.${(turn >> 8) & 255}.${turn & 255}`
  return { name: kind.name, caller: null, address, ...kind.make(cast, time) }
}

import { CREATORS, EVERYBODY, OWNER } from './door-verdicts.ts'

/*
 * What creators do with their posts, in the table of who may call what: signed out, member, other creator, owner,
 * suspended.
 */

export const POSTS_OF_CREATORS = {
  'POST /posts/collections': CREATORS,
  'GET /posts/collections/of/:pageHandle': EVERYBODY,
  'GET /posts/collections/at/:pageHandle': EVERYBODY,
  'GET /posts/collections/posts/:pageHandle': EVERYBODY,
  'GET /posts/collections/:collectionId': [401, 404, 404, 'ok', 401],
  'PUT /posts/collections/:collectionId': [401, 404, 404, 'ok', 401],
  'GET /creators/:pageHandle/posts-as': OWNER,
  'GET /posts/:id/collections': OWNER,
  'PUT /posts/:id/collections/:collectionId': OWNER,
  'DELETE /posts/:id/collections/:collectionId': OWNER,
  'DELETE /posts/collections/:collectionId': [401, 404, 404, 'ok', 401],
  'POST /posts/drafts': CREATORS,
  'GET /posts/own': CREATORS,
  'GET /posts/unanswered-comments': CREATORS,
  'GET /posts/:id/draft': OWNER,
  'PUT /posts/:id/draft': OWNER,
  'DELETE /posts/:id/draft': OWNER,
  'POST /posts/:id/publish': OWNER,
  'POST /posts/:id/move': OWNER,
  'POST /post/create': CREATORS,
  'DELETE /post/delete/:id': OWNER,
  'GET /posts/:id/preview-link': OWNER,
  'POST /posts/:id/preview-link': OWNER,
  'DELETE /posts/:id/preview-link': OWNER,
  'GET /posts/preview/:token': EVERYBODY,
  'GET /posts/preview/:token/media/:mediaId': EVERYBODY,
  'GET /posts/preview/:token/files/:mediaId': EVERYBODY,
} as const

/** The input of each of them, about that post and that collection. */
export function inputsOfPosts(id: string, collectionId: string): Record<string, Record<string, unknown>> {
  const named = { title: 'Songs', description: '', postIds: [] }
  return {
    'POST /posts/collections': named,
    'GET /posts/collections/of/:pageHandle': { pageHandle: 'asha' },
    'GET /posts/collections/at/:pageHandle': { pageHandle: 'asha', address: 'songs' },
    'GET /posts/collections/posts/:pageHandle': { pageHandle: 'asha', address: 'songs' },
    'GET /posts/collections/:collectionId': { collectionId },
    'PUT /posts/collections/:collectionId': { collectionId, ...named },
    'DELETE /posts/collections/:collectionId': { collectionId },
    'GET /posts/:id/collections': { id },
    'PUT /posts/:id/collections/:collectionId': { id, collectionId },
    'DELETE /posts/:id/collections/:collectionId': { id, collectionId },
    'POST /posts/drafts': { clientKey: id },
    'GET /posts/:id/draft': { id },
    'PUT /posts/:id/draft': {
      id,
      revision: 0,
      title: 'A song',
      content: { blocks: [] },
      audience: [{ reach: 'everyone', planIds: [], isExact: false, fromAt: null, untilAt: null }],
      mediaIds: [],
      videoLink: null,
      teaser: null,
      coverId: null,
      isMailed: true,
    },
    'DELETE /posts/:id/draft': { id },
    'POST /posts/:id/publish': { id, revision: 0 },
    'POST /posts/:id/move': { id, to: 'pinned' },
    'POST /post/create': { content: '<p>Hello</p>' },
    'DELETE /post/delete/:id': { id },
    'GET /posts/:id/preview-link': { id },
    'POST /posts/:id/preview-link': { id },
    'DELETE /posts/:id/preview-link': { id },
    'GET /posts/preview/:token': { token: 'none' },
    'GET /posts/preview/:token/media/:mediaId': { token: 'none', mediaId: id },
    'GET /posts/preview/:token/files/:mediaId': { token: 'none', mediaId: id },
  }
}

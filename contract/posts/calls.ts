import type { CallOf } from '../http/route.ts'
import type * as collectionRoutes from './collection-routes.ts'
import type * as commentRoutes from './comment-routes.ts'
import type * as feedRoutes from './feed-routes.ts'
import type * as markRoutes from './mark-routes.ts'
import type * as previewRoutes from './preview-routes.ts'
import type * as routes from './routes.ts'
import type * as searchRoutes from './search-routes.ts'
import type * as writingRoutes from './writing-routes.ts'

export const getPosts: CallOf<typeof routes.getPosts> = { method: 'GET', path: '/post/getPosts' }
export const getPostsByPageHandle: CallOf<typeof routes.getPostsByPageHandle> = {
  method: 'GET',
  path: '/post/getPostsByPageHandle/:pageHandle',
}
export const viewPostsAs: CallOf<typeof routes.viewPostsAs> = {
  method: 'GET',
  path: '/creators/:pageHandle/posts-as',
}
export const getPost: CallOf<typeof routes.getPost> = { method: 'GET', path: '/post/getPost/:id' }
export const getPostByAddress: CallOf<typeof routes.getPostByAddress> = {
  method: 'GET',
  path: '/post/getPostByAddress/:pageHandle',
}
export const createPost: CallOf<typeof routes.createPost> = { method: 'POST', path: '/post/create' }
export const deletePost: CallOf<typeof routes.deletePost> = { method: 'DELETE', path: '/post/delete/:id' }
export const linkPreview: CallOf<typeof routes.linkPreview> = { method: 'GET', path: '/link-preview' }
export const listCollections: CallOf<typeof collectionRoutes.listCollections> = {
  method: 'GET',
  path: '/posts/collections/of/:pageHandle',
}
export const getCollection: CallOf<typeof collectionRoutes.getCollection> = {
  method: 'GET',
  path: '/posts/collections/at/:pageHandle',
}
export const listCollectionPosts: CallOf<typeof collectionRoutes.listCollectionPosts> = {
  method: 'GET',
  path: '/posts/collections/posts/:pageHandle',
}
export const getOwnCollection: CallOf<typeof collectionRoutes.getOwnCollection> = {
  method: 'GET',
  path: '/posts/collections/:collectionId',
}
export const createCollection: CallOf<typeof collectionRoutes.createCollection> = {
  method: 'POST',
  path: '/posts/collections',
}
export const updateCollection: CallOf<typeof collectionRoutes.updateCollection> = {
  method: 'PUT',
  path: '/posts/collections/:collectionId',
}
export const deleteCollection: CallOf<typeof collectionRoutes.deleteCollection> = {
  method: 'DELETE',
  path: '/posts/collections/:collectionId',
}
export const listCollectionsForPost: CallOf<typeof collectionRoutes.listCollectionsForPost> = {
  method: 'GET',
  path: '/posts/:id/collections',
}
export const putInCollection: CallOf<typeof collectionRoutes.putInCollection> = {
  method: 'PUT',
  path: '/posts/:id/collections/:collectionId',
}
export const takeOutOfCollection: CallOf<typeof collectionRoutes.takeOutOfCollection> = {
  method: 'DELETE',
  path: '/posts/:id/collections/:collectionId',
}
export const getCommentSettings: CallOf<typeof commentRoutes.getCommentSettings> = {
  method: 'GET',
  path: '/posts/:id/comment-settings',
}
export const setCommentSettings: CallOf<typeof commentRoutes.setCommentSettings> = {
  method: 'PUT',
  path: '/posts/:id/comment-settings',
}
export const listUnansweredComments: CallOf<typeof commentRoutes.listUnansweredComments> = {
  method: 'GET',
  path: '/posts/unanswered-comments',
}
export const getFeed: CallOf<typeof feedRoutes.getFeed> = { method: 'GET', path: '/post/getFeed' }
export const likePost: CallOf<typeof markRoutes.likePost> = { method: 'PUT', path: '/posts/:id/like' }
export const unlikePost: CallOf<typeof markRoutes.unlikePost> = { method: 'DELETE', path: '/posts/:id/like' }
export const savePost: CallOf<typeof markRoutes.savePost> = { method: 'PUT', path: '/posts/:id/save' }
export const unsavePost: CallOf<typeof markRoutes.unsavePost> = { method: 'DELETE', path: '/posts/:id/save' }
export const getPostMarks: CallOf<typeof markRoutes.getPostMarks> = { method: 'GET', path: '/posts/marks' }
export const listMarkedPosts: CallOf<typeof markRoutes.listMarkedPosts> = {
  method: 'GET',
  path: '/posts/library',
}
export const getPreviewLink: CallOf<typeof previewRoutes.getPreviewLink> = {
  method: 'GET',
  path: '/posts/:id/preview-link',
}
export const createPreviewLink: CallOf<typeof previewRoutes.createPreviewLink> = {
  method: 'POST',
  path: '/posts/:id/preview-link',
}
export const revokePreviewLink: CallOf<typeof previewRoutes.revokePreviewLink> = {
  method: 'DELETE',
  path: '/posts/:id/preview-link',
}
export const getPreview: CallOf<typeof previewRoutes.getPreview> = {
  method: 'GET',
  path: '/posts/preview/:token',
}
export const getPreviewPlayback: CallOf<typeof previewRoutes.getPreviewPlayback> = {
  method: 'GET',
  path: '/posts/preview/:token/media/:mediaId',
}
export const getPreviewDownload: CallOf<typeof previewRoutes.getPreviewDownload> = {
  method: 'GET',
  path: '/posts/preview/:token/files/:mediaId',
}
export const search: CallOf<typeof searchRoutes.search> = { method: 'GET', path: '/search' }
export const listTopics: CallOf<typeof searchRoutes.listTopics> = { method: 'GET', path: '/search/topics' }
export const createDraft: CallOf<typeof writingRoutes.createDraft> = { method: 'POST', path: '/posts/drafts' }
export const getDraft: CallOf<typeof writingRoutes.getDraft> = { method: 'GET', path: '/posts/:id/draft' }
export const saveDraft: CallOf<typeof writingRoutes.saveDraft> = { method: 'PUT', path: '/posts/:id/draft' }
export const discardChanges: CallOf<typeof writingRoutes.discardChanges> = {
  method: 'DELETE',
  path: '/posts/:id/draft',
}
export const publishDraft: CallOf<typeof writingRoutes.publishDraft> = {
  method: 'POST',
  path: '/posts/:id/publish',
}
export const movePost: CallOf<typeof writingRoutes.movePost> = { method: 'POST', path: '/posts/:id/move' }
export const listOwnPosts: CallOf<typeof writingRoutes.listOwnPosts> = { method: 'GET', path: '/posts/own' }

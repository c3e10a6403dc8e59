/* What only a page's owner needs, in one chunk. */
export { AboutFields } from './edit/about-fields.tsx'
export { EditHeader } from './edit/edit-header.tsx'
export { OwnerHint } from './edit/owner-hint.tsx'
export { ViewAsBar } from './edit/view-as-bar.tsx'
export { FirstPost } from './posts/first-post.tsx'
export { ShareHint } from './posts/share-hint.tsx'

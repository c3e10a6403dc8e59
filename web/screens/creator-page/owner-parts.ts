/* What only a page's owner needs, in one chunk. */
export { AboutFields } from './edit/about-fields.tsx'
export { EditHeader } from './edit/edit-header.tsx'
export { FirstPost } from './first-post.tsx'
export { SetupChecklist } from './setup-checklist.tsx'

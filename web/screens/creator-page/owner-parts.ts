/* What only a page's owner needs, in one chunk. */
export { EditPage } from './edit-page.tsx'
export { FirstPost } from './first-post.tsx'
export { SetupChecklist } from './setup-checklist.tsx'

/* What only a page's owner needs, in one chunk. */
export { EditPage } from './edit-page.tsx'
export { SetupChecklist } from './setup-checklist.tsx'

import type { Db } from '#server/platform/db/query.ts'
import { enqueue } from '#server/platform/jobs/define-job.ts'
import { publicObjectUrl } from '#server/platform/storage/storage.ts'

import { deleteObject } from './storage/delete-object.ts'

export { attachEvidence, readForBank } from './evidence.ts'
export { BANNER_IMAGE, PROFILE_IMAGE, storeImage } from './processing/images.ts'
export {
  attachFileToPost,
  attachToMessage,
  attachToPost,
  discardMedium,
  findMedia,
  findReadyFile,
  type MediumWithRenditions,
} from './medium.ts'
export { findEnclosures, isPartWorthCounting, sendEnclosure } from './delivery/enclosure.ts'
export type { Entitlement } from './delivery/grants.ts'
export { presentDownload, presentMedium, presentPlayback } from './delivery/present.ts'
export { workFolder } from './processing/make-renditions.ts'
export { mountMedia } from './delivery/serve.ts'
export { sendObject } from './delivery/send-object.ts'
export { checkQuota } from './uploads/quota.ts'
export { receiveFile } from './uploads/receive.ts'

/** The address of an object that anyone may see. */
export function publicMediaUrl(key: string | null): string | null {
  return key === null ? null : publicObjectUrl(key)
}

/** Removes an object from the store once the caller's transaction, which dropped the last reference, is committed. */
export function deleteObjectLater(db: Db, key: string): Promise<void> {
  return enqueue(db, deleteObject, { key })
}

import { EMBED_ORIGINS } from '#contract/media/embeds.ts'
import type { Domain } from '#server/platform/domain.ts'
import type { Job } from '#server/platform/jobs/define-job.ts'

import { mediaErasure } from './account-erasure.ts'
import { mountPublicMedia } from './delivery/public-media.ts'
import { processMedium } from './processing/process.ts'
import { profileImplementations } from './profile.ts'
import { mediaImplementations } from './routes.ts'
import { deleteObject } from './storage/delete-object.ts'
import { sweepStore } from './storage/store-sweep.ts'
import { sweepMedia } from './storage/sweep.ts'
import { mountTakeout } from './takeout/takeout.ts'
import { deleteParts } from './uploads/forget-upload.ts'
import { mountUploads } from './uploads/tus.ts'

/** Files: uploading, storing, preparing and delivering them. Members' files are mounted by `posts`, which knows who may see them. */
export const media: Domain = {
  implementations: [...profileImplementations, ...mediaImplementations],
  jobs: [deleteObject, deleteParts, processMedium, sweepMedia, sweepStore] as Job[],
  erasure: mediaErasure,
  mount(app, platform, sessions) {
    mountPublicMedia(app, platform)
    mountTakeout(app, platform)
    mountUploads(app, platform, sessions)
  },
  frameOrigins: EMBED_ORIGINS,
}

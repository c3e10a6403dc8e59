import path from 'node:path'

import type { Config } from '../config.ts'
import { openDiskStorage } from './disk-storage.ts'
import { openS3Storage } from './s3-storage.ts'
import type { Storage } from './storage.ts'

/** The store that the configuration names; without one, a folder below the data directory. */
export async function openStorage({ storageUrl, dataDir }: Config): Promise<Storage> {
  return storageUrl === 'embedded' ? openDiskStorage(path.join(dataDir, 'media')) : openS3Storage(storageUrl)
}

import path from 'node:path'

import type { Config } from '../config.ts'
import { refuseInTransaction } from '../db/transaction.ts'
import { openDiskStorage } from './disk-storage.ts'
import { openS3Storage } from './s3-storage.ts'
import type { Storage } from './storage.ts'

/** The store that the configuration names; without one, a folder below the data directory. */
export async function openStorage({ storageUrl, dataDir }: Config): Promise<Storage> {
  const storage =
    storageUrl === 'embedded' ? await openDiskStorage(path.join(dataDir, 'media')) : openS3Storage(storageUrl)
  return outsideTransactions(storage)
}

/** A disk as well: what holds for it has to hold for a store that is far away. */
function outsideTransactions(storage: Storage): Storage {
  const outside = (): Storage => {
    refuseInTransaction('The media store')
    return storage
  }
  return {
    ...storage,
    put: (...given) => outside().put(...given),
    putFile: (...given) => outside().putFile(...given),
    open: (...given) => outside().open(...given),
    stat: (...given) => outside().stat(...given),
    delete: (...given) => outside().delete(...given),
    list: (...given) => outside().list(...given),
  }
}

import { type Db, many, maybeOne, run, sql } from '#server/platform/db/query.ts'

export interface PartRow {
  /** Where it begins in the upload. */
  offsetBytes: number
  sizeBytes: number
  key: string
  /** The node that received it, and has it on its disk. */
  nodeId: string
}

/** Answers whether it was added: false when the upload is gone, or another node has received bytes from here on. */
export async function insertPart(db: Db, uploadId: string, part: PartRow): Promise<boolean> {
  const row = await maybeOne(
    db,
    sql<{ key: string }>`insert into upload_parts (upload_id, offset_bytes, size_bytes, key, node_id)
      select id, ${part.offsetBytes}, ${part.sizeBytes}, ${part.key}, ${part.nodeId} from uploads where id = ${uploadId}
      on conflict do nothing returning key`,
  )
  return row !== null
}

/** How many bytes of an upload have parts. */
export async function sumOfParts(db: Db, uploadId: string): Promise<number> {
  const last = await maybeOne(
    db,
    sql<{ end: number }>`select offset_bytes + size_bytes as end from upload_parts
      where upload_id = ${uploadId} order by offset_bytes desc limit 1`,
  )
  return last?.end ?? 0
}

/** Parts that only other nodes have on their disks. */
export function listPartsOfOthers(db: Db, uploadId: string, nodeId: string): Promise<PartRow[]> {
  return many(
    db,
    sql<PartRow>`select offset_bytes as "offsetBytes", size_bytes as "sizeBytes", key, node_id as "nodeId"
      from upload_parts where upload_id = ${uploadId} and node_id <> ${nodeId} order by offset_bytes`,
  )
}

/** This node's disk doesn't have its parts any more: they are as those of others. */
export async function disownParts(db: Db, uploadId: string, nodeId: string): Promise<void> {
  await run(
    db,
    sql`update upload_parts set node_id = gen_random_uuid() where upload_id = ${uploadId} and node_id = ${nodeId}`,
  )
}

import fs from 'node:fs/promises'

const SETTING = '/proc/sys/kernel/sched_autogroup_enabled'

/**
 * Turns Linux's automatic CPU groups off while the proof runs, where it may. They give every session of the system an
 * equal share of the processors, whatever the priority of what runs in it, so that work on files at the lowest
 * priority would get as much as the whole server: each process of PostgreSQL and of the file pools has a session of its
 * own. Services of systemd with CPU accounting, and containers, run without them, as Cheers should in production
 * (sched(7), "The autogroup feature"). Answers how to put it back.
 */
export async function withoutAutomaticGroups(): Promise<() => Promise<void>> {
  const before = await fs.readFile(SETTING, 'utf8').catch(() => '')
  if (before.trim() !== '1') return async () => undefined
  try {
    await fs.writeFile(SETTING, '0')
  } catch {
    console.log('Automatic CPU groups stay on: only root may turn them off. Visitors wait longer.')
    return async () => undefined
  }
  return () => fs.writeFile(SETTING, before)
}

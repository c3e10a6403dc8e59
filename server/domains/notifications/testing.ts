import { getBadges, listNotifications, type Notice } from '#contract/notifications/bell-routes.ts'
import type { TestApp, TestSession } from '#server/testing/test-app.ts'

/** A person's bell, newest first. */
export async function bellOf(app: TestApp, as: TestSession): Promise<Notice[]> {
  return (await app.call(listNotifications, {}, { as })).body
}

/** What happened, and how often, for each row of a bell. */
export async function ringsOf(app: TestApp, as: TestSession): Promise<[kind: string, count: number][]> {
  return (await bellOf(app, as)).map(({ kind, count }) => [kind, count])
}

export async function unreadOf(app: TestApp, as: TestSession): Promise<number> {
  return (await app.call(getBadges, {}, { as })).body.notifications
}

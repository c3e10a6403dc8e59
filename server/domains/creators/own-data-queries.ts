import { type Db, maybeOne, sql } from '#server/platform/db/query.ts'

export interface OwnPage {
  id: string
  pageName: string
  pageHandle: string
  headline: string
  bannerTitle: string
  bannerSubTitle: string
  isAdultContent: boolean
  profileImage: string | null
  bannerImage: string | null
  createdAt: Date
}

export function findOwnPage(db: Db, userId: string): Promise<OwnPage | null> {
  return maybeOne(
    db,
    sql<OwnPage>`select id, page_name as "pageName", handle as "pageHandle", headline, banner_title as "bannerTitle",
        banner_subtitle as "bannerSubTitle", is_adult as "isAdultContent", profile_image as "profileImage",
        banner_image as "bannerImage", created_at as "createdAt" from creators where user_id = ${userId}`,
  )
}

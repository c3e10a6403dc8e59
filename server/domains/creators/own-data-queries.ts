import { type Db, maybeOne, sql } from '#server/platform/db/query.ts'

export interface OwnPage {
  id: string
  pageName: string
  pageHandle: string
  headline: string
  bannerTitle: string
  bannerSubTitle: string
  isAdultContent: boolean
  topics: string[]
  about: string
  links: string[]
  showsCounts: boolean
  profileImage: string | null
  bannerImage: string | null
  createdAt: Date
}

export function findOwnPage(db: Db, userId: string): Promise<OwnPage | null> {
  return maybeOne(
    db,
    sql<OwnPage>`select id, page_name as "pageName", handle as "pageHandle", headline, banner_title as "bannerTitle",
        banner_subtitle as "bannerSubTitle", is_adult as "isAdultContent",
        about, links, shows_counts as "showsCounts",
        array(select t.topic from creator_topics t where t.creator_id = creators.id order by t.position) as topics, profile_image as "profileImage",
        banner_image as "bannerImage", created_at as "createdAt" from creators where user_id = ${userId}`,
  )
}

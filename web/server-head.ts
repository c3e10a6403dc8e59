import * as z from 'zod/mini'

import { creatorDetails } from '#contract/creators/routes.ts'
import { siteMessages } from '#contract/site/messages.ts'
import { getCreatorPlans } from '#contract/plans/routes.ts'
import { getPostsByPageHandle } from '#contract/posts/routes.ts'

import type { HeadFacts } from './features/page-head/head-tags.ts'
import { documentTitle } from './features/page-head/page-title.ts'
import { creatorData, siteData } from './features/page-head/structured-data.ts'
import type { PageData } from './page-data.tsx'
import { findUrl } from './routes.tsx'
import { serverHeadTexts } from './server-head-messages.ts'

/** Shown when a link to us is shared and the page has no picture. */
const SHARE_IMAGE_PATH = '/share.png'

/** A page's <head>, from its address and the answers it is rendered with. */
export function pageHeadFacts(pathname: string, page: PageData): HeadFacts {
  const { publicUrl } = page.config
  const creator = answerOf(page, creatorDetails)
  if (!creator)
    return {
      title: documentTitle(findUrl(pathname)?.title ?? null),
      description: siteMessages.subText,
      canonicalUrl: publicUrl + pathname,
      image: { url: publicUrl + SHARE_IMAGE_PATH, alt: serverHeadTexts.productName },
      type: 'website',
      isAdultContent: false,
      feedUrl: null,
      structuredData: pathname === '/' ? siteData({ publicUrl, description: siteMessages.subText }) : null,
    }

  const { pageName, pageHandle, headline, bannerSubTitle, isAdultContent } = creator
  const canonicalUrl = `${publicUrl}/${pageHandle}`
  const description = headline || bannerSubTitle || serverHeadTexts.aboutPage(pageName)
  const imageUrl = `${publicUrl}/media/og/${pageHandle}.png?v=${versionOf(creator)}`
  const posts = answerOf(page, getPostsByPageHandle) ?? []
  return {
    title: documentTitle(pageName),
    description,
    canonicalUrl,
    // Content behind the age question isn't shown elsewhere either.
    image: isAdultContent ? null : { url: imageUrl, alt: serverHeadTexts.pagePicture(pageName) },
    type: 'profile',
    isAdultContent,
    feedUrl: isAdultContent ? null : `${canonicalUrl}/rss`,
    structuredData: isAdultContent
      ? null
      : creatorData({ creator, plans: answerOf(page, getCreatorPlans) ?? [], posts, publicUrl, description }),
  }
}

function answerOf<Schema extends z.core.$ZodType>(
  { answers }: PageData,
  route: { method: string; path: string; output: Schema },
): z.output<Schema> | undefined {
  const found = answers.find(({ method, path }) => method === route.method && path === route.path)
  return found && z.safeParse(route.output, found.output).data
}

/** Changes with the shared picture's content, so sites that cache pictures by address fetch it again. */
function versionOf(creator: z.output<typeof creatorDetails.output>): string {
  const { pageName, headline, profileImage, bannerImage } = creator
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(
    JSON.stringify([pageName, headline, profileImage, bannerImage]),
  ))
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return hash.toString(36)
}

import * as z from 'zod/mini'

import { creatorDetails } from '#contract/creators/routes.ts'
import { siteMessages } from '#contract/site/messages.ts'
import { getCreatorPlans } from '#contract/plans/routes.ts'
import { getCollection } from '#contract/posts/collection-routes.ts'
import { getPostByAddress, getPostsByPageHandle } from '#contract/posts/routes.ts'

import type { HeadFacts } from './features/page-head/head-tags.ts'
import { documentTitle } from './features/page-head/page-title.ts'
import { firstWords } from './features/page-head/first-words.ts'
import { creatorData, postData, siteData } from './features/page-head/structured-data.ts'
import { postTitle } from './features/post-card/post-title.ts'
import type { Post } from './features/post-card/post.ts'
import { SEARCH_PATH } from './features/topics/search-path.ts'
import type { PageData } from './page-data.tsx'
import { findUrl } from './routes.ts'

import { tabAt, tabPath, tabTitle } from './screens/creator-page/page-tab.ts'
import { serverHeadTexts } from './server-head-messages.ts'

/** Shown when a link to us is shared and the page has no picture. */
const SHARE_IMAGE_PATH = '/share.png'

/** A page's <head>, from its address and the answers it is rendered with. */
export function pageHeadFacts(pathname: string, page: PageData): HeadFacts {
  const { publicUrl } = page.config
  const title = findUrl(pathname)?.title ?? null
  // A page with a title of its own isn't about the creator it names.
  const creator = title === null ? answerOf(page, creatorDetails) : undefined
  if (!creator)
    return {
      title: documentTitle(title),
      description: siteMessages.subText,
      canonicalUrl: publicUrl + pathname,
      image: { url: publicUrl + SHARE_IMAGE_PATH, alt: serverHeadTexts.productName },
      type: 'website',
      isAdultContent: false,
      isIndexed: pathname !== SEARCH_PATH,
      feedUrl: null,
      structuredData: pathname === '/' ? siteData({ publicUrl, description: siteMessages.subText }) : null,
    }

  const post = answerOf(page, getPostByAddress)?.post
  if (post) return postHeadFacts(post, creator, publicUrl)
  const { pageName, pageHandle, headline, bannerSubTitle, isAdultContent } = creator
  const pageUrl = `${publicUrl}/${pageHandle}`
  const tab = tabAt(pathname)
  const collection = answerOf(page, getCollection)
  const description =
    collection?.description || headline || bannerSubTitle || serverHeadTexts.aboutPage(pageName)
  const imageUrl = `${publicUrl}/media/og/${pageHandle}.png?v=${versionOf([pageName, headline, creator.profileImage, creator.bannerImage])}`
  const posts = answerOf(page, getPostsByPageHandle) ?? []
  return {
    title: documentTitle(collection?.title ?? tabTitle(pageName, tab)),
    description,
    canonicalUrl: publicUrl + (collection?.path ?? tabPath(pageHandle, tab)),
    // Content behind the age question isn't shown elsewhere either.
    image: isAdultContent ? null : { url: imageUrl, alt: serverHeadTexts.pagePicture(pageName) },
    type: 'profile',
    isAdultContent,
    isIndexed: true,
    feedUrl: isAdultContent ? null : `${pageUrl}/rss`,
    structuredData: isAdultContent
      ? null
      : creatorData({ creator, plans: answerOf(page, getCreatorPlans) ?? [], posts, publicUrl, description }),
  }
}

const DESCRIPTION_MAX = 160

function postHeadFacts(
  post: Post,
  { isAdultContent, pageHandle, pageName }: z.output<typeof creatorDetails.output>,
  publicUrl: string,
): HeadFacts {
  const title = postTitle(post)
  const description =
    post.pitch ?? (firstWords(post.content, DESCRIPTION_MAX) || serverHeadTexts.aboutPost(pageName))
  const version = versionOf([post.title, post.cover?._id, pageName, post.creatorId.profileImage])
  const imageUrl = `${publicUrl}/media/og/${pageHandle}/${post._id}.jpg?v=${version}`
  return {
    title: documentTitle(title),
    // Words behind the age question aren't shown elsewhere.
    description: isAdultContent ? serverHeadTexts.aboutPost(pageName) : description,
    canonicalUrl: publicUrl + post.path,
    image: isAdultContent ? null : { url: imageUrl, alt: serverHeadTexts.postPicture(title, pageName) },
    type: 'article',
    isAdultContent,
    isIndexed: true,
    feedUrl: isAdultContent ? null : `${publicUrl}/${pageHandle}/rss`,
    structuredData: isAdultContent ? null : postData({ post, title, description, imageUrl, publicUrl }),
  }
}

/** What a route answered for a page. */
export function answerOf<Schema extends z.core.$ZodType>(
  { answers }: PageData,
  route: { method: string; path: string; output: Schema },
): z.output<Schema> | undefined {
  const found = answers.find(({ method, path }) => method === route.method && path === route.path)
  return found && z.safeParse(route.output, found.output).data
}

/** Changes with the shared picture's content, so sites that cache pictures by address fetch it again. */
function versionOf(content: readonly unknown[]): string {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(JSON.stringify(content)))
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return hash.toString(36)
}

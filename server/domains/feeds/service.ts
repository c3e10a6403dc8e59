export { findOpenFeed } from './open-feed.ts'

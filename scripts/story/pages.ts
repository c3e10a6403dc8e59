import { ASHA } from './asha.ts'
import { MITTI } from './mitti.ts'
import type { StoryPage } from './story-page.ts'
import { WALK } from './walk.ts'

export const PAGES: readonly StoryPage[] = [ASHA, MITTI, WALK]

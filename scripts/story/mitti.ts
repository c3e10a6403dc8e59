import type { StoryPage } from './story-page.ts'
import { MITTI_TALK } from './talk-others.ts'

/** A potter's page: pictures first. */
export const MITTI: StoryPage = {
  owner: 'imani',
  handle: 'studio-mitti',
  pageName: 'Studio Mitti',
  headline: 'Stoneware made slowly, and everything I get wrong on the way',
  bannerTitle: 'From clay to table',
  bannerSubtitle: 'A kiln, a garden, two cats',
  topics: ['pottery', 'ceramics', 'glaze'],
  about: `Mitti is the clay under the neem tree, and the word for home where I grew up. I throw tableware and a few useless jars, fire them in a kiln that my brother built from a drawing, and write down what happened.

Members see each batch first. Glaze notes has the recipes with the failures left in, because those are the useful part.`,
  links: ['https://studiomitti.example/shop'],
  showsCounts: true,
  platformPlan: 'Basic',
  banner: 'shelves',
  portrait: 'jar',
  followers: 24,
  plans: [
    { name: 'First firing', priceCents: 700, description: 'Kiln diaries\nA first look at every batch' },
    {
      name: 'Glaze notes',
      priceCents: 1800,
      description: 'Everything in First firing\nMy recipes with the failures left in\nA mug each spring',
      isRecommended: true,
    },
  ],
  collections: [
    { title: 'The blue', description: 'One glaze, a hundred and some tiles, and what the ash had to say.' },
  ],
  posts: [
    {
      daysAgo: 0.4,
      title: 'Thirty-eight out of forty-one',
      html: `<p>Opened the kiln this morning. Forty-one bowls in, thirty-eight out, and one of the broken ones is the most beautiful blue I have ever made.</p><p>I have glued it. It will hold nothing, and it stays with me.</p>`,
      cover: 'blueBowl',
      likes: 19,
      collection: 'The blue',
    },
    {
      daysAgo: 2.6,
      title: 'Four that may leave the house',
      html: `<p>A jar, a bottle, a cup and a vase from Tuesday's firing. Members choose first, until Saturday.</p>`,
      media: [
        { kind: 'picture', picture: 'moonJar', alt: 'A round white jar on a bare clay foot' },
        { kind: 'picture', picture: 'bottle', alt: 'A slender bottle, dipped in blue' },
        { kind: 'picture', picture: 'cup', alt: 'A straight cup, half ochre and half clay' },
        { kind: 'picture', picture: 'vase', alt: 'A pale green vase before a dark wall' },
      ],
      likes: 22,
    },
    {
      daysAgo: 4.5,
      plan: 'Glaze notes',
      title: 'The blue, as far as I understand it',
      teaser: 'Two parts ash, one part luck: the recipe, sixty-six test tiles, and the curve of each firing.',
      html: `<p>Two parts ash, one part luck. Here are the numbers, and what the temperature did when I was not looking.</p><h2>The recipe</h2><ul><li>Wood ash, washed twice: 42</li><li>Potash feldspar: 38</li><li>Ball clay: 14</li><li>Cobalt carbonate: not quite 1</li></ul><p>Left to right on the board there is more ash; top to bottom, more patience.</p>`,
      cover: 'tiles',
      likes: 2,
      collection: 'The blue',
    },
    {
      daysAgo: 6.2,
      plan: 'First firing',
      title: 'Twelve hundred and eighty degrees',
      teaser:
        'A night beside the kiln: what I listen for, when I add wood, and the brick I take out to look.',
      html: `<p>At eleven the flame turns from orange to something without a name. At two the cats leave. At four I take the brick out and look, because I am not made of stone.</p><p>What I saw is the picture above. What I heard is a small, high ringing, which is the glaze.</p>`,
      cover: 'fire',
      likes: 3,
    },
    {
      daysAgo: 16,
      title: 'A table for the small ones',
      html: `<p>The shelf by the window is only for pots that are not for sale: first tries, gifts, and one cup that a three-year-old made and that is better than mine.</p>`,
      cover: 'stillLife',
      likes: 15,
    },
  ],
  drafts: [
    {
      title: 'Spring mugs: choose your handle',
      html: `<p>Three handles, one mug. It is the time of the year.</p>`,
      plan: 'Glaze notes',
      goesOutInDays: 2,
    },
  ],
  talk: MITTI_TALK,
}

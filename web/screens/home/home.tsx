import { Benefits } from './benefits.tsx'
import { Features } from './features.tsx'
import { Hero } from './hero.tsx'
import { SupportTiers } from './support-tiers.tsx'

export function HomeScreen() {
  return (
    <>
      <Hero />
      <Benefits />
      <SupportTiers />
      <Features />
    </>
  )
}

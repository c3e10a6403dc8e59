import { useParams } from '#web/routing/match-path.ts'

import { GrievanceScreen } from './grievance.tsx'
import { GrievanceStatusScreen } from './grievance-status.tsx'

/** The form, or what became of a grievance: one name in the script that every visitor loads. */
export function GrievanceScreens() {
  return 'token' in useParams() ? <GrievanceStatusScreen /> : <GrievanceScreen />
}

import * as z from 'zod/mini'

import { route } from '../http/route.ts'
import { pushFailures } from './failures.ts'

const endpoint = z.url({ protocol: /^https?$/ }).check(z.maxLength(1000))
const base64url = (maxLength: number) => z.string().check(z.regex(/^[\w-]+={0,2}$/), z.maxLength(maxLength))

export const getPushKey = route({
  method: 'GET',
  path: '/user/push-devices/key',
  caller: 'member',
  summary: 'The public key that browsers need to receive our pushes (VAPID).',
  input: z.object({}),
  output: z.object({ publicKey: z.string() }),
  failures: [],
})

export const addPushDevice = route({
  method: 'PUT',
  path: '/user/push-devices',
  caller: 'member',
  summary: 'Pushes go to this browser too, for as long as its session lives.',
  input: z.object({
    endpoint,
    keys: z.object({ p256dh: base64url(100), auth: base64url(40) }),
  }),
  output: z.object({}),
  failures: [pushFailures.push_service_unknown, pushFailures.push_keys_wrong, pushFailures.push_devices_full],
})

export const removePushDevice = route({
  method: 'DELETE',
  path: '/user/push-devices',
  caller: 'member',
  summary: 'Ends the pushes to this browser.',
  input: z.object({ endpoint }),
  output: z.object({}),
  failures: [],
})

export const pushRoutes = [getPushKey, addPushDevice, removePushDevice] as const

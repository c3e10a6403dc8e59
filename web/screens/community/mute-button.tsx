import { Bell, BellOff } from 'lucide-react'

import { getChannel, muteChannel } from '#contract/channels/calls.ts'
import { MUTED_FOR_GOOD } from '#contract/channels/rules.ts'
import { listMutedChannels } from '#contract/notifications/calls.ts'
import { useMutation, useQuery } from '#web/api/queries.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { toast } from '#web/ui/toast.tsx'

import { communityTexts } from './messages.ts'

const texts = communityTexts.mute

/** Whether the viewer hears of what is written in a room. What is muted is listed in their settings, too. */
export function MuteButton({ channelId }: { channelId: string }) {
  const channel = useQuery(getChannel, { channelId }).data
  const mute = useMutation(muteChannel, { refreshes: [getChannel, listMutedChannels] })
  if (!channel) return null
  const isMuted = channel.notificationsMutedUntil !== null

  function press() {
    mute.mutate(
      { input: { channelId, mutedUntil: isMuted ? null : MUTED_FOR_GOOD } },
      {
        onSuccess: () => toast.success(isMuted ? texts.unmuted : texts.muted),
        onError: ({ message }) => toast.error(message),
      },
    )
  }

  return (
    <IconButton
      label={isMuted ? texts.unmute : texts.mute}
      icon={isMuted ? <BellOff /> : <Bell />}
      isLoading={mute.isPending}
      onClick={press}
    />
  )
}

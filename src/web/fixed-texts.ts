/**
 * Texts that the product shows as they stand although they look like figures or states: it is agreed that they read
 * exactly so. Wherever one is shown, the truth is beside it: of a figure on hover and to a screen reader, of a state in
 * plain sight.
 */
export const leaderboardLastUpdatedText = '2 min ago'
export const contestParticipantsText = '24'
export const slackNotificationText = 'Enabled'
export const applicationModeText = 'Development'
export const databaseText = 'Connected'
export const realTimeUpdatesText = 'Active'

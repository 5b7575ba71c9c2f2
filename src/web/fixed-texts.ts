/**
 * Texts that the product shows as they stand although they look like figures: it is agreed that they read exactly so.
 * Wherever one is shown, the true figure is beside it, on hover and to a screen reader.
 */
export const leaderboardLastUpdatedText = '2 min ago'
export const contestParticipantsText = '24'

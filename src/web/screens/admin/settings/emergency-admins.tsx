import { useState } from 'react'
import type { EmergencyAdmin } from '#contract/invitations.ts'
import { useEmergencyAdmins } from '#web/api/emergency-admins.ts'
import { AmongPeople, PersonName } from '#web/parts/member/person-name.tsx'
import { UserAvatar } from '#web/parts/member/user-avatar.tsx'
import { TabSection } from '#web/screens/admin/tab-section.tsx'
import { QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import * as classes from './emergency-admins.module.css'
import { InvitationForm } from './invitation-form.tsx'
import { InvitationLinkNote, type MadeLink } from './invitation-link.tsx'

/** Who can sign in without the workplace chat, and the form that invites one more. */
export function EmergencyAdmins() {
  const query = useEmergencyAdmins()
  const [made, setMade] = useState<MadeLink | null>(null)
  return (
    <TabSection
      title="Emergency administrators"
      text="They can sign in with email and password when Slack is unavailable. Keep at least two."
    >
      <QueryState
        query={query}
        what="list of emergency administrators"
        skeleton={<SkeletonRows count={2} height={48} />}
      >
        {({ data, isSignInOpen }) => (
          <>
            <AdminList admins={data} />
            {isSignInOpen ? (
              <InvitationForm onMade={setMade} />
            ) : (
              <p className={classes.off}>The emergency sign-in is switched off (EMERGENCY_LOGIN=off).</p>
            )}
          </>
        )}
      </QueryState>
      {made && <InvitationLinkNote key={made.link} made={made} />}
    </TabSection>
  )
}

function AdminList({ admins }: { readonly admins: readonly EmergencyAdmin[] }) {
  return (
    <AmongPeople people={admins}>
      <ul className={classes.list} aria-label="Emergency administrators">
        {admins.map((admin) => (
          <li key={admin.id} className={classes.row}>
            <UserAvatar person={admin} size={36} />
            <div className={classes.who}>
              <PersonName person={admin} className={classes.name} />
              <p className={classes.email}>{admin.email}</p>
            </div>
          </li>
        ))}
      </ul>
    </AmongPeople>
  )
}

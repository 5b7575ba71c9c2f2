// The styles of the components that the first screens show and of the parts they are built from, in the library's own
// order. The others are in ui/library-styles.ts, and a test compares both lists with the components that the product imports.
import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/baseline.css'
import '@mantine/core/styles/global.css'
import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/VisuallyHidden.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/Loader.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/Skeleton.css'

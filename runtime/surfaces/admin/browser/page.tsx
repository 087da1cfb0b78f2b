import { render, type ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { ShownEntity, ShownModel } from "../shown-model.js";
import {
  askForToken,
  isAway,
  logIn,
  logInWith,
  logOutHere,
  messageOf,
  token,
  tokenSource,
  viewAs,
} from "./api.js";
import { Button, Problem, Select } from "./controls.js";
import { Dialog } from "./dialog.js";
import { drafts, hasChanges, saveAll, setDraft } from "./drafts.js";
import { lastList, List } from "./list.js";
import { OperationForm } from "./operation.js";
import { Record } from "./record.js";
import { keepFocus, linkTo, linkToEntity, linkToRecord, route } from "./route.js";
import { isLoggedIn, loadModel, model, notice } from "./state.js";
import { entityNamed, pathOf, plainText } from "./values.js";

/** Screens that are loaded when they are asked for. */
const loaders = {
  summary: async () => (await import("./summary.js")).Summary,
  diagram: async () => (await import("./diagram.js")).Diagram,
};

function App() {
  const [problem, setProblem] = useState<string>();
  const [isHelp, setHelp] = useState(false);
  const shown = model.value;
  const load = () => {
    setProblem(undefined);
    loadModel().catch((error: unknown) => {
      model.value = undefined;
      setProblem(messageOf(error));
    });
  };
  // The model is that of the caller, and of the role that they look as.
  useEffect(load, [token.value, viewAs.value]);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.matches("input,textarea,select");
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      if (event.key === "/") document.querySelector<HTMLElement>("#find")?.focus();
      else if (event.key === "?") setHelp(true);
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
  const { screen, parts } = route.value;
  const [name = ""] = parts;
  useEffect(() => {
    document.title = [...parts.slice().reverse(), shown?.title ?? "data-api"].join(" · ");
    document.body.classList.remove("with-menu");
  }, [route.value, shown]);
  return (
    <>
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          document.querySelector<HTMLElement>("main")?.focus();
        }}
      >
        To the content
      </a>
      <header class="top">
        <Button
          class="plain menu-button"
          aria-label="Menu"
          onClick={() => {
            document.body.classList.toggle("with-menu");
          }}
        >
          ☰
        </Button>
        <a class="home" href="#/">
          {shown?.title ?? "data-api"}
        </a>
        <span class="space" />
        {shown !== undefined && <Who model={shown} />}
        <Button class="plain" aria-label="Keys" onClick={() => setHelp(true)}>
          ?
        </Button>
      </header>
      {viewAs.value !== undefined && (
        <p class="banner" role="status">
          You see what the role <b>{viewAs.value}</b> sees. Nothing can be changed, and each request is
          logged.{" "}
          <Button
            onClick={() => {
              viewAs.value = undefined;
            }}
          >
            Back to your own view
          </Button>
        </p>
      )}
      {isAway.value && (
        <p class="banner" role="alert">
          The server does not answer. Trying again … Nothing that you typed is lost.
        </p>
      )}
      {shown !== undefined && <Menu model={shown} current={name} />}
      <main tabIndex={-1} id="main">
        {problem !== undefined && (
          <p role="alert" class="problem">
            {problem} <Button onClick={load}>Try again</Button>
          </p>
        )}
        {shown === undefined ? (
          problem === undefined && <p role="status">Loading …</p>
        ) : (
          <Screen key={JSON.stringify([screen, parts])} model={shown} />
        )}
      </main>
      <Changes />
      <p role="status" class="notice">
        {notice.value}
      </p>
      {logIn.value !== undefined && <LogIn />}
      {isHelp && <Help onClose={() => setHelp(false)} />}
    </>
  );
}

function Screen({ model: shown }: { readonly model: ShownModel }) {
  const { screen, parts, options } = route.value;
  const [name = "", ...rest] = parts;
  const entity = entityNamed(shown, name);
  const [only, ...others] = [...shown.entities, ...shown.operations];
  if (screen === "" && only !== undefined && "fields" in only && only.may.read && others.length === 0)
    return <List model={shown} entity={only} />;
  if (screen === "") return <Home model={shown} />;
  if (screen === "diagram") return <Later load={loaders.diagram} props={{ model: shown }} />;
  if (screen === "operation") {
    const operation = shown.operations.find((each) => each.name === name);
    return operation === undefined ? <Unknown name={name} /> : <OperationForm operation={operation} />;
  }
  if (entity === undefined) return <Unknown name={name} />;
  const show = (id: string | undefined) => {
    location.hash = id === undefined ? linkTo("new", [entity.name]) : linkToRecord(entity.name, id);
  };
  if (screen === "list" && entity.may.read) return <List model={shown} entity={entity} />;
  if (screen === "summary" && entity.may.read)
    return <Later load={loaders.summary} props={{ model: shown, entity }} />;
  if (screen === "new" && entity.may.create)
    return (
      <>
        <h1>New {entity.name}</h1>
        <Record
          model={shown}
          entity={entity}
          id={undefined}
          given={givenBy(options, entity)}
          onShow={show}
          onGone={() => {
            location.hash = entity.may.read ? linkTo("list", [entity.name]) : "#/";
          }}
        />
      </>
    );
  const id = pathOf(rest);
  if (screen === "record" && id !== undefined) {
    const index = lastList.entity === entity.name ? lastList.ids.indexOf(id) : -1;
    const neighbours =
      index === -1 ? {} : { previous: lastList.ids[index - 1], next: lastList.ids[index + 1] };
    return (
      <>
        <h1>
          <a href={linkTo("list", [entity.name])}>{entity.name}</a> {rest.join(", ")}
        </h1>
        <Record
          model={shown}
          entity={entity}
          id={id}
          neighbours={neighbours}
          onShow={show}
          onGone={() => {
            location.hash = linkTo("list", [entity.name]);
          }}
        />
      </>
    );
  }
  return <Unknown name={name} />;
}

/** The values that a link gives to a new record: of fields that the caller may set. */
function givenBy(options: URLSearchParams, { fields }: ShownEntity) {
  return Object.fromEntries(
    [...options].filter(([name]) => fields.some((field) => field.name === name && field.isCreatable)),
  );
}

function Unknown({ name }: { readonly name: string }) {
  return (
    <>
      <h1>Nothing here</h1>
      <p>
        There is no {name === "" ? "such page" : <b>{name}</b>}, or you may not see it.{" "}
        {!isLoggedIn() && tokenSource !== "none" && "Log in to see more."}
      </p>
    </>
  );
}

/** A screen whose code is loaded now. */
function Later<P extends object>({
  load,
  props,
}: {
  readonly load: () => Promise<ComponentType<P>>;
  readonly props: P;
}) {
  const [Loaded, setLoaded] = useState<ComponentType<P>>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    load().then(
      (component) => setLoaded(() => component),
      (error: unknown) => setProblem(messageOf(error)),
    );
  }, [load]);
  return Loaded === undefined ? <p role="status">{problem ?? "Loading …"}</p> : <Loaded {...props} />;
}

function Home({ model: shown }: { readonly model: ShownModel }) {
  const { entities, operations } = shown;
  return (
    <>
      <h1>{shown.title}</h1>
      {entities.length === 0 && operations.length === 0 && (
        <p>
          You may see nothing here. {!isLoggedIn() && tokenSource !== "none" ? "Log in, or name" : "Name"}{" "}
          roles in <code>permissions</code> of the entities.
        </p>
      )}
      <ul class="cards">
        {entities.map((entity) => (
          <li key={entity.name}>
            <a href={linkToEntity(entity)}>
              <b>{entity.name}</b>
            </a>
            <p class="quiet">{entity.description}</p>
          </li>
        ))}
      </ul>
      {entities.length > 1 && (
        <p>
          <a href={linkTo("diagram")}>How they relate</a>
        </p>
      )}
    </>
  );
}

function Menu({ model: shown, current }: { readonly model: ShownModel; readonly current: string }) {
  const [text, setText] = useState("");
  const matches = ({ name }: { readonly name: string }) =>
    name.toLowerCase().includes(text.trim().toLowerCase());
  const entities = shown.entities.filter(matches);
  const operations = shown.operations.filter(matches);
  const [first] = entities;
  return (
    <nav aria-label="Entities and operations">
      <input
        id="find"
        type="search"
        aria-label="Find an entity or operation"
        placeholder="Find …  /"
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key !== "Enter") return;
          currentTarget.blur();
          location.hash =
            first === undefined ? linkTo("operation", [operations[0]?.name ?? text]) : linkToEntity(first);
        }}
      />
      <ul>
        {entities.map((entity) => (
          <li key={entity.name}>
            <a href={linkToEntity(entity)} aria-current={entity.name === current ? "page" : undefined}>
              {entity.name}
            </a>
          </li>
        ))}
      </ul>
      {operations.length > 0 && <h2>Operations</h2>}
      <ul>
        {operations.map(({ name }) => (
          <li key={name}>
            <a href={linkTo("operation", [name])} aria-current={name === current ? "page" : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
      {entities.length + operations.length === 0 && <p class="quiet">Nothing has this name.</p>}
    </nav>
  );
}

/** Who the caller is, and the ways to be another one. */
function Who({ model: { caller, roles } }: { readonly model: ShownModel }) {
  const known = caller.roles.filter((role) => role !== "guest" && role !== "member");
  const shown = new Set([...roles, ...(viewAs.value === undefined ? [] : [viewAs.value])]);
  return (
    <span class="who">
      {caller.isAuthenticated && (
        <span class="quiet">{[caller.userId === null ? "" : String(caller.userId), ...known].join(" ")}</span>
      )}
      {(roles.length > 0 || viewAs.value !== undefined) && (
        <label>
          See as{" "}
          <Select
            value={viewAs.value ?? ""}
            choices={[["", "yourself"], ...[...shown].map((role) => [role, role] as const)]}
            onChoose={(role) => {
              viewAs.value = role === "" ? undefined : role;
            }}
          />
        </label>
      )}
      {tokenSource !== "none" && !isLoggedIn() && (
        <Button onClick={() => void askForToken("")}>Log in</Button>
      )}
      {tokenSource !== "none" && isLoggedIn() && (
        <Button
          // Nothing of this caller stays in the page. The browser asks if there are changes that are not saved.
          onClick={() => void logOutHere()}
        >
          Log out
        </Button>
      )}
    </span>
  );
}

/** What is not saved yet, on whatever screen it was changed. */
function Changes() {
  const [isBusy, setBusy] = useState(false);
  const changed = [...drafts.value].filter(([, draft]) => hasChanges(draft));
  if (changed.length === 0) return null;
  const wrong = changed.filter(
    ([, { problem, issues, theirs, isGone }]) =>
      problem !== undefined || theirs !== undefined || isGone || Object.keys(issues).length > 0,
  );
  const store = async () => {
    setBusy(true);
    const failed = await saveAll();
    setBusy(false);
    keepFocus();
    notice.value = failed === 0 ? "Saved." : `${failed} not saved.`;
  };
  return (
    <aside class="changes" aria-label="Changes that are not saved">
      <b>
        {changed.length} {changed.length === 1 ? "record has" : "records have"} changes that are not saved.
      </b>
      {(wrong.length > 0 ? wrong : changed)
        .slice(0, 5)
        .map(([key, { entity, id, problem, issues, theirs }]) => (
          <a key={key} href={id === undefined ? linkTo("new", [entity.name]) : linkToRecord(entity.name, id)}>
            {entity.name} {id === undefined ? "(new)" : decodeURIComponent(id)}
            {theirs !== undefined && ": changed by another user"}
            {(problem ?? Object.values(issues)[0]) !== undefined &&
              `: ${problem ?? Object.values(issues)[0] ?? ""}`}
          </a>
        ))}
      <span class="space" />
      <Button
        onClick={() => {
          for (const [key] of changed) setDraft(key, undefined);
        }}
      >
        Discard all
      </Button>
      <Button class="main" disabled={isBusy} onClick={() => void store()}>
        Save all
      </Button>
    </aside>
  );
}

function LogIn() {
  const [problem, setProblem] = useState<string>();
  const [challenge, setChallenge] = useState<string>();
  const asked = logIn.value;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    const text = (name: string) => plainText(data.get(name));
    if (tokenSource === "log-in") {
      const refusal = await logInWith(
        challenge === undefined
          ? { username: text("username"), password: text("password") }
          : { challenge, code: text("code") },
      );
      const isAsked = refusal?.code === "second-factor-required";
      setProblem(isAsked ? undefined : refusal?.message);
      // A challenge that has ended begins again with the password.
      if (isAsked || refusal?.code === "invalid-token") setChallenge(refusal.challenge);
      if (refusal !== undefined) return;
    } else {
      // A header cannot carry every letter (RFC 6750, 2.1).
      const given = text("token")
        .trim()
        .replace(/^Bearer\s+/i, "");
      if (!/^[\w.~+/-]+=*$/.test(given)) {
        setProblem("This is not a token: tokens have only ASCII letters, digits and -._~+/=.");
        return;
      }
      token.value = given;
    }
    asked?.done(true);
  };
  return (
    <Dialog title="Log in" onClose={() => asked?.done(false)}>
      {asked?.reason !== "" && <p>{asked?.reason} What you typed is still there.</p>}
      <form method="post" onSubmit={(event) => void submit(event)}>
        {challenge !== undefined ? (
          <p>
            <label>
              Code of the authenticator app, or a recovery code{" "}
              <input name="code" autocomplete="one-time-code" autocapitalize="none" required autoFocus />
            </label>
          </p>
        ) : tokenSource === "log-in" ? (
          <>
            <p>
              <label>
                User name{" "}
                <input name="username" autocomplete="username" autocapitalize="none" required autoFocus />
              </label>
            </p>
            <p>
              <label>
                Password <input name="password" type="password" autocomplete="current-password" required />
              </label>
            </p>
          </>
        ) : (
          <p>
            <label>
              Token <input name="token" type="password" autocomplete="off" required autoFocus />
            </label>
          </p>
        )}
        <Problem text={problem} />
        <p class="bar">
          <button class="main">Log in</button>
        </p>
      </form>
    </Dialog>
  );
}

const KEYS = [
  ["/", "find an entity"],
  ["← ↑ → ↓", "move in the grid; Home, End, Page Up and Page Down go further"],
  ["Enter, F2 or a letter", "edit the cell, or open the record if it cannot be edited here"],
  ["Ctrl Enter", "open the record"],
  ["Escape", "leave the cell as it was"],
  ["Space", "mark the row"],
  ["Ctrl S", "save the record"],
  ["?", "this list"],
] as const;

function Help({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl>
        {KEYS.map(([keys, words]) => (
          <div key={keys}>
            <dt>{keys}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

const place = document.querySelector("#app");
if (place === null) throw new Error("The page has no #app.");
render(<App />, place);

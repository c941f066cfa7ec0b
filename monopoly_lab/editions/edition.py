"""Edition: the content of a game under its profile and options, as tables for the rules; and where it is found."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from monopoly_lab.common.argument_checks import check_argument, check_arguments
from monopoly_lab.common.errors import EditionError, OptionError, UnknownName
from monopoly_lab.common.file_access import may_use_disk, shortened
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import catalogue, languages, resolve_language, say, speaking
from monopoly_lab.common.validation_errors import ValidationErrors, hint
from monopoly_lab.editions import loader
from monopoly_lab.editions.board_validation import check_board
from monopoly_lab.editions.content import Contents
from monopoly_lab.editions.differences import differences
from monopoly_lab.editions.inheritance import apply_changes
from monopoly_lab.editions.option_resolution import house_abilities, profile_rules, resolve
from monopoly_lab.editions.options import Value
from monopoly_lab.editions.policies import policies_in
from monopoly_lab.editions.rule_changes import chain_tables
from monopoly_lab.editions.rule_table_builder import cached_tables, tables

if TYPE_CHECKING:
    from monopoly_lab.editions.rule_tables import Tables

OWN_NAMES, BESIDE = "own", "beside"  # in place of a language: that of the rule book; it beside that of the reader

OF_AN_EDITION = ("profile", "abilities")  # options that change what an edition holds
REQUIRED = ("id", "language", "spaces", "groups", "decks")  # without which nothing can be said of a board


@check_arguments
@dataclass(frozen=True, eq=False, repr=False)
class Edition(Contents):
    """An edition of the game: board, deeds, cards, money, characters and rule options, all read-only.

    Two editions with the same content are equal. `ml.load_edition` loads one.

    Args:
        content: Content of an edition file as a mapping.
        base: Edition it inherits from.
        file: File it comes from.
        names_in: Language of names; that of the rule book if empty.
        beside: Put the rule book's own name beside each translated name.

    Example:
        In the examples below `edition` is a shipped one:

        >>> edition = ml.load_edition("classic_us")
    """

    base: "Edition | None" = field(default=None, repr=False)  # without the profile that made this one
    file: str = field(default="", repr=False)  # where it was read from; empty for a shipped one

    def __post_init__(self) -> None:
        """Check content that comes from no file; EditionError for a board that cannot be played."""
        found = ValidationErrors(self.file)
        for key in REQUIRED:
            if key not in self.content:
                found.add(key, "missing_key", value=key)
        if not found.problems:
            check_board(dict(self.content), found)
        if found.problems:
            raise EditionError(found.problems)
        if self.names_in and not self._is_named_in(self.names_in):
            raise self._unknown_language_error(self.names_in)

    def __repr__(self) -> str:
        profile = f", profile {self.profile!r}" if self.profile else ""
        return f"<Edition {self.id!r} ({self.title}): {len(self.spaces)} spaces, {self.deeds} deeds{profile}>"

    def resolve(self, options: Mapping[str, object] | None = None) -> dict[str, Value]:
        """Return the value of every option: edition, then profile, then mode, then `options`.

        Args:
            options: Rule options by key, as in `ml.options`; None for those of the edition.

        Returns:
            Values by key, in words.

        Raises:
            OptionError: With every problem in `options`.

        Example:
            >>> edition.resolve({"jail_exit.fine": 70})["jail_exit.fine"]
            70
        """
        return resolve(self, options)

    def under(self, options: Mapping[str, object] | None = None) -> "Edition":
        """Return the edition as changed by the profile and abilities in `options`.

        Args:
            options: Only `profile` and abilities.

        Raises:
            OptionError: For an unknown profile or ability, and for any other option: those belong to a game, a chain or
                an experiment.

        Example:
            >>> edition.under({"profile": "pre2008"})
            <Edition 'classic_us' (Classic, Atlantic City): 40 spaces, 28 deeds, profile 'pre2008'>
        """
        found = ValidationErrors("options")
        for key in options or {}:
            if key not in OF_AN_EDITION:
                found.add(key, "not_kept", value=key)
        if found.problems:
            raise OptionError(found.problems)
        return self.in_play(options)

    def in_play(self, options: Mapping[str, object] | None = None) -> "Edition":
        """Return the edition of a game with these options; only profile and abilities change it, see `under`.

        Args:
            options: Rule options by key, as in `ml.options`; None for those of the edition.

        Raises:
            OptionError: For an unknown profile or ability.

        Example:
            >>> edition.in_play({"profile": "pre2008", "auction": False}).profile
            'pre2008'
        """
        found = ValidationErrors("options")
        abilities = house_abilities(self, (options or {}).get("abilities", {}), found)
        if found.problems:
            raise OptionError(found.problems)
        book = self._in_profile(options)
        return book._with_abilities(abilities) if abilities else book

    def _with_abilities(self, abilities: Mapping[str, Mapping[str, Value]]) -> "Edition":
        """Return the edition with characters whose super star is a house rule; they can be chosen, too."""
        characters = [
            entry | {"star": dict(abilities[entry["id"]]), "boxed": True} if entry["id"] in abilities else entry
            for entry in self.content["characters"]
        ]
        return Edition({**self.content, "characters": characters}, base=self.base, file=self.file)

    def _in_profile(self, options: Mapping[str, object] | None) -> "Edition":
        name = (options or {}).get("profile", self.profile)
        if self.base is not None:
            return self if name == self.profile else self.base.in_play(options)
        found = ValidationErrors("options")
        profile_rules(self, name, found)
        if found.problems:
            raise OptionError(found.problems)
        if name and name not in self._profile_editions:
            self._profile_editions[str(name)] = self._apply_profile(str(name))
        return self._profile_editions[str(name)] if name else self

    @cached_property
    def _profile_editions(self) -> dict[str, "Edition"]:
        return {}

    def _apply_profile(self, name: str) -> "Edition":
        profile = self.content["profiles"][name]
        place = f"profiles.{name}.changes"
        content = apply_changes(dict(self.content), profile.get("changes") or {}, ValidationErrors(self.id), place)
        for key in ("language", "rulebook"):
            content[key] = profile.get(key, content[key])
        content["rules"] = {**content["rules"], **profile.get("rules", {})}
        return Edition(content | {"profile": name}, base=self, file=self.file)

    def called(self, names: str = "", lang: str = "") -> "Edition":
        """Return the same edition with names of spaces, cards, characters and money in another language.

        A name that the file does not have in that language stays as in the rule book.

        Args:
            names: "" for the reader's language, "own" for that of the rule book, "beside" for the reader's with the own
                name in brackets where it differs, or a language code.
            lang: The reader's language; that of the session if empty.

        Raises:
            UnknownName: If the file names no space in the language `names`.
            MessageError: If there is no reader's language `lang`.
        """
        language = resolve_language(lang) if names in ("", BESIDE) else self.language if names == OWN_NAMES else names
        if names not in ("", OWN_NAMES, BESIDE, *self.languages):
            with speaking(lang):
                raise self._unknown_language_error(names)
        way = language, names == BESIDE
        if way not in self._named_editions:
            if names in ("", BESIDE) and not self._is_named_in(language):
                catalogue(language)  # MessageError: nobody speaks it here
            self._named_editions[way] = replace(self, names_in=language, beside=names == BESIDE)
        return self._named_editions[way]

    def _is_named_in(self, language: str) -> bool:
        """Return True for a language of the file, and for a reader's who finds its own names where it has no others."""
        return language in self.languages or language in languages()

    def _unknown_language_error(self, names: str) -> UnknownName:
        known = (OWN_NAMES, BESIDE, *self.languages)
        text = say("edition.no_names_in", value=shortened(names), edition=self.id, known=", ".join(known))
        return UnknownName(text + hint(names, known))

    @cached_property
    def _named_editions(self) -> dict[tuple[str, bool], "Edition"]:
        return {(self.names_in or self.language, self.beside): self}

    def tables(self, options: Mapping[str, object] | None = None) -> "Tables":
        """Return the edition under these options as the numbers that the rules read.

        If the rules change during a game, these are the tables of the beginning, with the `later` ones behind them.

        Args:
            options: Rule options by key, as in `ml.options`; None for those of the edition.

        Raises:
            OptionError: For options it cannot have.

        Example:
            >>> edition.tables().spaces
            40
        """
        found = ValidationErrors("options")
        first = chain_tables(self, options or {}, found)
        if found.problems:
            raise OptionError(found.problems)
        return first

    def first_tables(self, options: Mapping[str, object] | None = None) -> "Tables":
        """Return the tables that hold from the beginning until the rules change.

        Args:
            options: Rule options by key, as in `ml.options`; None for those of the edition.

        Raises:
            OptionError: For options it cannot have.

        Example:
            >>> edition.first_tables({"changes": [{"round": 5, "options": {"salary": 0}}]}).o_salary
            200
        """

        def make_tables() -> "Tables":
            book = self.in_play(options)
            return tables(book, self.resolve(options), policies_in(book, options or {}, ValidationErrors("options")))

        return cached_tables(self._tables_made, repr(options), make_tables)

    def to_toml(self) -> str:
        """Return the whole edition as the text of an edition file, with what it inherits and without applying profiles.

        Example:
            >>> ml.Edition.from_toml(edition.to_toml()) == edition
            True
        """
        import tomli_w

        return tomli_w.dumps(dict((self.base or self).content), multiline_strings=True)

    @classmethod
    def from_toml(cls, text: str, name: str = "") -> "Edition":
        """Return the edition that an edition file's text describes.

        Args:
            text: Text of an edition file.
            name: Name of the source in error messages.

        Raises:
            EditionError: With every problem of the text.

        Example:
            >>> ml.Edition.from_toml(edition.to_toml())
            <Edition 'classic_us' (Classic, Atlantic City): 40 spaces, 28 deeds>
        """
        return cls(loader.read(text, name))

    def deeds_frame(self) -> "pd.DataFrame":
        """Return the deeds as a table: place, name, kind, group, price, mortgage, costs and rents.

        Returns:
            pandas table by id. `rent_n` is the rent of a site with n houses (the last n: a hotel), or of n + 1 stations
            or utilities, for utilities as a multiple of the dice. Amounts are in the edition's unit; missing values
            mean there is no such rent.

        Example:
            >>> edition.deeds_frame().loc["boardwalk", ["price", "rent_0", "rent_5"]].to_list()
            [400, 50, 2000]
        """
        from monopoly_lab.editions.edition_frames import deeds_frame

        return deeds_frame(self)

    def differences(
        self,
        other: "Edition | str | Path",
        options: Mapping[str, object] | None = None,
        other_options: Mapping[str, object] | None = None,
        lang: str = "",
    ) -> list[str]:
        """Return the differences between the rules of this edition and another, one paragraph per topic.

        The first paragraph says what is special about each. The last name topics that only one of the books covers and
        on which no option differs.

        Args:
            other: The other edition, or its id or path.
            options: Rule options by key, as in `ml.options`; None for those of the edition.
            other_options: Options of the other edition.
            lang: Language of the words: "en", "ru" or "uk"; that of the session if empty.

        Raises:
            OptionError: For options that either edition cannot have.
            EditionError: If the other edition is not found.

        Example:
            >>> edition.differences("gamer")[0]
            'What is special. ...'
        """
        other = other if isinstance(other, Edition) else load_edition(other)
        books = self.in_play(options), other.in_play(other_options)
        return differences(books, (self.resolve(options), other.resolve(other_options)), lang)


@check_argument
def load_edition(edition: str | Path) -> Edition:
    """Return a shipped edition by its id, or an edition file by its path.

    In the served app (`monopoly-lab serve`) only shipped editions are found.

    Args:
        edition: Id or path.

    Raises:
        EditionError: With the nearest valid id, or with every problem of the file.

    Example:
        >>> ml.load_edition("classic_us").title
        'Classic, Atlantic City'
    """
    if may_use_disk() and (isinstance(edition, Path) or str(edition).endswith(loader.FILE)):
        return Edition(loader.from_file(Path(edition)), file=str(Path(edition).resolve()))
    return _load_shipped(edition)


@check_argument
def options(
    edition: Edition | str | Path = "classic_us", *keys: str, under: Mapping[str, object] | None = None, lang: str = ""
) -> "pd.DataFrame":
    """Return the rule options of an edition as a table by key.

    Args:
        edition: Edition, its id or path.
        *keys: Options by key ("jail_exit.fine") or topic ("jail_exit"); all if none is given.
        under: Options already set.
        lang: Language of the words: "en", "ru" or "uk"; that of the session if empty.

    Returns:
        Columns: value in this edition; takes, the possible values; meaning; money: where the money of a policy comes
        from and goes to, empty for options that are only rules of the books.

    Raises:
        OptionError: For an unknown key, with those that have the word in their name or meaning, or with the nearest.
        EditionError: For an unknown edition.

    Example:
        >>> ml.options("classic_us", "salary").loc["salary", "value"]
        200
    """
    from monopoly_lab.editions.edition_frames import options_frame

    edition = edition if isinstance(edition, Edition) else load_edition(edition)
    return options_frame(edition.resolve(under), under or {}, keys, lang or resolve_language())


@check_argument
def editions_frame(lang: str = "") -> "pd.DataFrame":
    """Return the shipped editions as a table by id.

    Args:
        lang: Language of the words: "en", "ru" or "uk"; that of the session if empty.

    Returns:
        Columns: title; family; languages of the names of spaces; players, smallest and largest number; spaces, their
        number; special, what others do not have; reconstruction and unverified: shares of its parts (board, numbers,
        names, decks and so on), 0 to 1, that we made up, or that come from general knowledge and no rule book.
        `load_edition(id).provenance` gives the details.

    Example:
        >>> int(ml.editions_frame().loc["classic_us", "spaces"])
        40
    """
    from monopoly_lab.editions.edition_frames import catalogue

    lang = lang or resolve_language()
    editions = (load_edition(name).called("", lang) for name in loader.editions())
    return catalogue(((edition, edition.resolve()) for edition in editions), lang)


@cache
def _load_shipped(edition: object) -> Edition:
    return Edition(loader.load_shipped_content(edition))

"""Rules of Ukrainian and Russian that messages and lessons keep: cases of names, quotes, dashes, one word a thing."""

import re
from functools import cache

import pytest

from monopoly_lab.common import messages
from monopoly_lab.editions import editions, load_edition
from monopoly_lab.lessons.lesson_notebooks import lesson_names, read_lesson
from monopoly_lab.lessons.translatable_text import UNSAID, VALUE
from monopoly_lab.lessons.translation import bound, known_sentences

LANGS = ("uk", "ru")
# A name is not inflected: after these words, which want another case than the nominative, a noun has to carry the case.
GOVERNING = {
    "uk": "за на під про через від до для з із зі у в купує закладає закладати закласти викупити купити продати видати"
    " отримує віддає заставу застави викуп",
    "ru": "за на под о об про через от до для с со из у в покупает закладывает закладывать заложить выкупить купить"
    " продать выдать получает отдаёт залог залога выкуп",
}
PEOPLE = {"uk": "гравця гравцеві гравцю гравцем учня учневі", "ru": "игрока игроку игроком ученика ученику учеником"}
# What a word of one language's messages is, and the words that said the same before.
ONE_WORD = {
    "uk": {
        "рента": r"\bоренд(?!ар)|\b(?:рент|рентам|рентами|рентах)\b",
        "гра": r"\bпарті[яїйюєі]",
        "зарплата": r"\bплатн[яіюе]\b",
        "тека": r"\bпап(?:к|ц)",
        "завантажити": r"\bскача",
        "закладати": r"\bзастав(?:ля[тюєйл]|ити\b|лен)",
        "видання": r"\bредакці",
        "дошка": r"\b(?:ігрове поле|поруч із полем|класичн\w+ поле\b)",
        "суперзірка": r"\bсупер зір",
        "запитання": r"\bпитання:",
        "проводка": r"\bпроведен[ьн]",
        "альтернативна вартість": r"\bальтернативн\w* витрат",
        "прибутковий податок": r"\bподат\w+ на доход",
        "комунальне підприємство": r"\bкомунальн\w* компан",
        "безбілетник": r"\bбезквит",
        "казан": r"\b(?:спільн|нічи)\w* скарбничк",
        "кубики": r"\bчесні кост",
        "власне число": r"\bвласн\w+ значен",
        "Ann і Bo, як на дошці": r"\bЕнн\b|\bСай\b",
        "підвищення ставок": r"\bвідкрит\w+ торг",
        "клас": r"\bкімнат",
        "на аукціоні": r"(?<!участь )\b[ву] аукціоні\b",
        "цінність для вас": r"\bваш\w* цінн",
        "оновити сторінку": r"завантаж\w+ сторінку",
        "звіт про фінансові результати": r"звіт\w* про прибутк",
        "максимальна правдоподібність": r"найбільшої правдоподібн",
        "середня ділянка": r"\bпересічн",
        "пів ціни": r"\bпівціни",
        "введіть": r"\bув(?:ед|од)\w*ть\b",
        "хоч би що": r"\bхоч (?:що|хто|як\w*|де|скільки) [^,.;]*\bб\b",
        "у довгій грі": r"\bдовг\w+ (?:відтин|дистанц)",
        "звичайні правила": r"\bнадрукован\w+ правил|^як надруковано$",
        "комірка": r"\bклітин\w+ (?:й|і|з код|з ml)|слів, клітин",
        "зупинка": r"\bвізит",
    },
    "ru": {
        "рента": r"\bаренд(?!ован|атор)",
        "игра": r"\bпарти[яийюе]",
        "зарплата": r"\bоклад\b|\bжаловань",
        "ссуда": r"\bза[её]м\b|\bзайм(?:ы|ом|а)\b",
        "ветвь": r"\bветк",
        "доска": r"\b(?:игровое поле|рядом с полем|классическ\w+ поле\b|показать поле)",
        "суперзвезда": r"\bсупер зв",
        "ценовая война": r"\bвойн\w+ цен\b",
        "наличные": r"\d деньгами",
        "заключённый": r"\bарестант",
        "коммунальное предприятие": r"\bкоммунальн\w* компан",
        "95%-й интервал": r"\bинтервал\w* \d+\s%",
        "не больше": r"\bсамое большее\b",
        "в чём модель плоха": r"\bгде игра — плох",
        "процентный пункт": r"(?<![\d,])(?!50 )\d[\d,]*\** пункт",
        "минимальное качество": r"\bнаименьш\w+ качеств",
        "экономить": r"\bсберега",
        "обычные правила": r"\bнапечатанн\w+ правил",
        "цена с карточки, рента с карточки": r"\bнапечатанн\w+ (?:цен|рент)",
        "налог на состояние": r"\bналог\w* на имущество \d",
        "штрафные баллы": r"\bштрафн\w+ очк",
        "смоделированный": r"\bсимулированн",
        "операционная деятельность": r"\bтекущей деятельност",
        "отчёт о прибылях и убытках": r"\bо финансовых результатах",
        "больше, чем стоит для вас": r"\b(?:выше|ниже|хуже) вашей ценности",
        "максимальное правдоподобие": r"\bнаибольш\w+ правдоподоб",
        "сэкономленный": r"\bсбереж[её]нн",
        "о чём говорят неверные числа": r"неверные числа и что за ними",
        "вопрос для обсуждения": r"обсуждение без числа",
        "свободный член": r"\bначальн\w+ значени",
    },
}
# What a teacher would mark in a lesson, and how it looks.
SLIPS = {
    "uk": {
        "future of “after this lesson”: ви вмітимете": r"цього уроку\W+ви (?:вмієте|знаєте|можете)",
        "pupils are addressed as ви": r"\b(?:продовжуй|зроби|вибери|порахуй|поясни|подивись|будуєш|маєш|можеш)\b",
        "статки, not what a player is worth": (
            r"чого вартий (?:\w+ )?гравець|чого ви варті|\bвартуват|[Сс]кільки варт\w+ [A-Z]"
        ),
        "a sign of multiplication: ×": r"\d x \d",
        "a button is called as on the page: Пуск": r"\*(?:Play|Pause)\*",
        "by: залежно від": r", за тим, що\b",
        "read as: тлумачать як": r"\b(?:читають|прочитано) як\b",
        "тлумачення of a text": r"прочитан(?:ня|нями|ь)\b",
        "looking into data: підглядання": r"після погляду|ціна погляду",
        "the board says «Вперед», «У в’язниці»": r"\bGO\b|\bIn Jail\b",
        "who did it: ми визначили, not виведено нами": r"\b\w+(?:но|то|ний|на|ні) нами\b",
        "money has no notes: набір купюр": r"їхні купюри",
        "who pays a rent is a гість; відвідувачі are in jail": r"\bвідвідувач",
        "at what cost: за ціною купівлі, за вартістю будівництва": r"за вартістю(?! будівництва)",
        "what nobody has to know: знати економіку не потрібно": r"(?:алгебри|статистики|економіки|обліку) не треба",
        "minus between, outside formulas": r"(?<=[\w)²]) - (?=[\w(])(?![^$]*\$)",
        "a book says nothing: у книзі сказано": r"\bза її словами",
        "minus": r"(?<![\w)])-\d",
        "decimal comma after a digit": r"(?<![\w.)])\.\d",
        "minutes of a plan: 8 хв — граничний будинок, not 8 граничний": r"(?:· |хвилин\.\*\* )\d+\s(?!хв\s)[а-яіїєґ«]",
        "two values compared: 100 і 200, not 100 проти 200": r"\d проти \d",
        "a quantity asks nothing": r"\b(?:строк|частк|ставк|норм)\w* (?:\w+ )?пита[єю]",
    },
    "ru": {
        "future of “after this lesson”: вы сможете": r"этого урока\W+вы (?:умеете|знаете, как|можете)",
        "состояние, not what a player is worth": r"чего сто[ия]т\b|[Сс]колько сто[ия]т (?:Ann|Bo|Cy|Dan)\b",
        "a sign of multiplication: ×": r"\d x \d",
        "a button is called as on the page: Пуск": r"\*(?:Play|Pause)\*",
        "решения: выборы are elections": r"\bвыбор(?:ы|ам|ами)\b",
        "залог": r"\bзаклад(?:а|у|ом)?\b",
        "long run: в долгосрочном среднем": r"\bдлинн\w+ отрез",
        "production: ничего не производят": r"нет производства: ничего не делают",
        "the board says «Вперёд», «В тюрьме», «Боузер»": r"\bGO\b|\bIn Jail\b|\bБаузер|Candy Store|Wall Street",
        "who did it: мы определили, not выведено нами": r"\b\w+(?:но|то|ны|ты|ный|на) нами\b",
        "money has no notes: набор купюр": r"\bих купюры",
        "a book says nothing: в книге сказано": r"\bпо её словам",
        "read as: считают": r"\bпрочитано как\b",
        "at the debrief: подводя итоги": r"(?:[Сс]кажите|[Сс]казать) в итоге",
        "a larger part is not большая часть": r"больш\w+ часть того, что",
        "процентный пункт, without a figure, too": r"(?<!процентный |процентные |процентных )\bпункт(?:ы|ов|ах)?\b",
        "a fraction of a percent takes the singular: 3,95 % заканчивается": r"\d,\d+\s%(?: всех)? бросков \w+ются",
        "looking into data: подглядывание": r"(?:после|цена) взгляда",
        "who pays a rent is a гость; посетители are in jail": r"^(?!.*(?:тюрьм|просто посет)).*\bпосетител",
        "what nobody has to know: знать экономику не нужно": r"(?:алгебр|статистик|экономик)[иы] не (?:надо|нужно)",
        "the chances of a game: вероятности": r"\bзакон\w* случая",
        "a winner wins (побеждает); выигрыш is what it brings": r"выигрыш — потеря|выигрыш ничего не да[её]т",
        "minutes of a plan: 13 мин — круг, not 13 круг": r"(?:· |минут\.\*\* )\d+\s(?!мин\s)[а-яё«]",
        "minus in a sum": r"^[^$]*[\w)²] - [\w(]",
        "minus": r"(?<![\w)])-\d",
        "decimal comma after a digit": r"(?<![\w.)])\.\d",
    },
}
# Books and notation are cited as they are printed; what is typed as code stays code.
CITED = ("section.", "book.", "cite.")


@cache
def said(lang: str) -> list[tuple[str, str]]:
    """Return all messages of a language that are not citations."""
    return [(key, text) for key, text in messages.catalogue(lang).items() if not key.startswith(CITED)]


@cache
def noted(lang: str) -> list[tuple[str, str]]:
    """Return the notes of the shipped editions in a language: where parts come from and what profiles change."""
    found = []
    for name in editions():
        edition = load_edition(name)
        for part, of in (edition.provenance | edition.profiles).items():
            found += [(f"{name}: {part}", of.notes[lang])] if of.notes else []
    return found


@cache
def sentences(lang: str) -> list[tuple[str, str]]:
    """Return what was translated of the lessons, a sentence each, with the name of its lesson."""
    return [
        (name, other) for name in lesson_names() for text, other in known_sentences(name, lang).items() if other != text
    ]


@cache
def taught(lang: str) -> list[tuple[str, str]]:
    """Return the sentences of the lessons in a language, without code and formulas."""
    return [(name, VALUE.sub("V", UNSAID.sub("X", text))) for name, text in sentences(lang)]


def mistakes_in(name: str) -> tuple[str, ...]:
    """Return the mistakes of students that a lesson names, in English."""
    return read_lesson(name).about.mistakes


@pytest.mark.parametrize("lang", LANGS)
def test_names__of_spaces_stand_in_no_other_case(lang: str) -> None:
    """ "Pays rent for Poltava" wants a case of Poltava: "for the space Poltava" does not."""
    words = "|".join(GOVERNING[lang].split())
    naked = re.compile(rf"\b(?:{words}) (?:\{{amount\}} (?:за )?)?«\{{space\}}»", re.IGNORECASE)
    assert [key for key, text in said(lang) if naked.search(text)] == []


@pytest.mark.parametrize("lang", LANGS)
def test_names__of_people_stand_in_no_other_case(lang: str) -> None:
    """A masculine noun in the genitive before a name in the nominative: wrong for every name, and for girls twice."""
    words = "|".join(PEOPLE[lang].split())
    naked = re.compile(rf"\b(?:{words}) \{{(?:player|other|owner|student|actor)\}}", re.IGNORECASE)
    assert [key for key, text in said(lang) if naked.search(text)] == []


@pytest.mark.parametrize("lang", LANGS)
def test_offers__do_not_let_the_other_player_give(lang: str) -> None:
    """What is given comes right after who offers; a name before "gives" would be taken for the giver."""
    for key in ("event.proposed", "choice.propose"):
        text = messages.catalogue(lang)[key]
        assert text.index("{offer}") < text.index("{other}"), key
    give = messages.catalogue(lang)["tell.offer"].split()[0]
    assert give in {"віддати", "отдать"}, "a verb without a person"


@pytest.mark.parametrize("lang", LANGS)
def test_words__one_thing_has_one_word(lang: str) -> None:
    others = {word: re.compile(other, re.IGNORECASE).search for word, other in ONE_WORD[lang].items()}
    found = [
        f"{key}: {text[:60]} ({word})"
        for key, text in said(lang) + taught(lang) + noted(lang)
        for word, is_said in others.items()
        if is_said(text)
    ]
    assert found == []


@pytest.mark.parametrize("lang", LANGS)
def test_marks__are_those_of_the_language(lang: str) -> None:
    """« » outside and „ “ inside; a dash between spaces; the letter ’; no blank before a mark, no two in a row."""
    letter = "[а-яіїєґё]"
    wrong = {
        "English quotes": "”|(?<![\\w!?.])“",
        "hyphen or short dash for a dash": rf"{letter} [-–] ",
        "typewriter apostrophe": rf"{letter}'{letter}",
        "blank before a mark": rf"{letter} [,;:!?]",
        "two blanks": rf"{letter}[.,;:]?  +{letter}",
    }
    found = [
        f"{name}: {key}: {text[:80]}"
        for key, text in said(lang) + taught(lang) + noted(lang)
        for name, bad in wrong.items()
        if re.search(bad, text)
    ]
    assert found == []


@pytest.mark.parametrize("lang", LANGS)
def test_lessons__have_no_slip_that_was_marked_before(lang: str) -> None:
    found = [
        f"{slip}: {name}: {text[:80]}"
        for name, text in taught(lang) + noted(lang)
        for slip, bad in SLIPS[lang].items()
        if re.search(bad, text)
    ]
    assert found == []


def test_slips__are_not_said_as_if_they_were_the_rule_in_russian() -> None:
    """After "likely slip:" «считается, что» reads as what the lesson holds to be so; «предположение, что» does not."""
    told = messages.catalogue("ru")
    assert [key for key in told if key.startswith("slip.") and re.search(r"\bсчита(?:е|ю)тся\b", told[key])] == []


# A colon explains what stands before it; what contradicts a belief comes after "but".
BELIEVED = {
    "uk": r"\b(?:[Дд]умають|вважають|здається)\b[^:;]*: (?!нехай|прогноз|«)",
    "ru": r"\b(?:[Дд]умают|считают|кажется)\b[^:;]*: (?!пусть|прогноз|«)",
}


@pytest.mark.parametrize("lang", LANGS)
def test_mistakes__are_contradicted_by_but(lang: str) -> None:
    """ "They think that A: B" reads as if B were the reason for A."""
    told = [(name, known_sentences(name, lang).get(text, "")) for name in lesson_names() for text in mistakes_in(name)]
    assert len(told) > 50
    assert [f"{name}: {text}" for name, text in told if re.search(BELIEVED[lang], text)] == []


@pytest.mark.parametrize("lang", LANGS)
def test_blanks__before_units_and_dashes_and_inside_numbers_end_no_line(lang: str) -> None:
    """The rule is set when a message is read and when a translation is written, so nobody has to type such blanks."""
    percent = messages.fill_message(messages.catalogue(lang)["choice.percent"], lang, {"n": 10})
    assert "10\u00a0%" in percent
    assert messages.percent(0.271, 1, lang) == "27,1\u00a0%"
    assert (
        load_edition("ukraine").money.text_for_reader(400, lang)
        == f"400\u00a0{'тис' if lang == 'uk' else 'тыс'}.\u00a0грн"
    )
    assert messages.unbroken("1 500 $ — 5 кг, рік 2019 200", lang).count("\u00a0") == 4
    assert messages.unbroken("різниця, в. п.", lang) == "різниця, в.\u00a0п.", "an abbreviation"
    assert bound("{5 % n} % і `5 % 3`, $x 5 %$", lang) == "{5 % n}\u00a0% і `5 % 3`, $x 5 %$"
    assert [(name, text) for name, text in sentences(lang) if bound(text, lang) != text] == []
    assert messages.unbroken("5 % — 1 500", "en") == "5 % — 1 500"


@pytest.mark.parametrize("lang", LANGS)
def test_marks__quotes_come_in_pairs(lang: str) -> None:
    assert [
        key
        for key, text in said(lang) + taught(lang) + noted(lang)
        if text.count("«") != text.count("»") or text.count("„") != text.count("“")
    ] == []


@pytest.mark.parametrize("lang", LANGS)
def test_boards__of_these_languages_have_all_names_in_both(lang: str) -> None:
    """A reader of Ukrainian meets no Russian street on the Moscow board, and the other way round."""
    own = re.compile("[ыэъё]" if lang == "uk" else "[іїєґ]", re.IGNORECASE)
    for name in editions():
        called = load_edition(name).called("", lang)
        assert [space.name for space in called.spaces if own.search(space.name)] == [], name
        assert [card.title for card in called.cards if own.search(card.title)] == [], name


@pytest.mark.parametrize("lang", messages.languages())
@pytest.mark.parametrize("panel", ["table", "builder"])
def test_buttons__of_a_panel_have_different_words(lang: str, panel: str) -> None:
    """What goes to the reader's own computer is not called as what comes from a file."""
    buttons = [
        messages.catalogue(lang)[f"{panel}.{name}"] for name in ["save", "load", "download", "upload", "undo", "redo"]
    ]
    assert len(set(buttons)) == len(buttons), buttons


ROUNDS = ("live.auction", "live.bargain", "live.give", "live.lemons", "class_figure")


def test_deeds__are_sites_in_ukrainian_unless_printed_on_cards() -> None:
    """A lesson, its wrong answers and its pictures call what is bought a ділянка; a картка is what prices are on."""
    english, told = messages.catalogue("en"), messages.catalogue("uk")
    keys = [key for key in told if key.startswith(("slip.", "explorable", "live.")) and "deed" in english[key]]
    assert len(keys) > 50
    assert [key for key in keys if "print" not in english[key] and re.search(r"\bкарт[коц]", told[key], re.I)] == []


def test_slips__are_no_common_beliefs_in_ukrainian() -> None:
    """ "Likely slip: вважається, що A" says that A is so; «нібито A» says that somebody was wrong to think so."""
    assert [key for key, text in said("uk") if key.startswith("slip.") and re.search(r"\bвважа", text)] == []


def test_rounds__of_activities_are_no_laps_in_ukrainian() -> None:
    """As in Russian: a lap (коло, круг) goes round the board; a round (раунд) is what everybody answers once."""
    lap = re.compile(r"\b(?:кол[оаіу]|колами|кіл)\b", re.IGNORECASE)
    told = messages.catalogue("uk")
    assert [key for key in told if key.startswith(ROUNDS) and lap.search(told[key])] == []


@pytest.mark.parametrize(("lang", "estimate"), [("uk", r"\bоцін(?:к|ок)"), ("ru", r"\bоцен(?:к|ок)")])
def test_auctions__an_estimate_is_no_value(lang: str, estimate: str) -> None:
    """What a lot is worth to a bidder is a value; only what is known of a common value is an estimate."""
    english, told = messages.catalogue("en"), messages.catalogue(lang)
    keys = [key for key in told if key.startswith(("explorable.auctions.", "live.auction."))]
    assert len(keys) > 50
    mixed = [key for key in keys if re.search(estimate, told[key], re.I) and "estimate" not in english[key].lower()]
    assert mixed == []


@pytest.mark.parametrize("lang", LANGS)
def test_explorables__a_level_in_quotes_has_a_noun_that_takes_the_case(lang: str) -> None:
    """A level of building stands as «3 houses», in no case: «до рівня «готель»», not «до «готель»»."""
    bare = re.compile(r"\b(?:до|за|при|на|у|в) «\{built\}»")
    told = messages.catalogue(lang)
    assert [key for key in told if key.startswith("explorable.") and bare.search(told[key])] == []

"""How a rule is written in LLVM's language."""

from typing import Any

from numba.core import cgutils, ir
from numba.core.lowering import Lower
from numba.core.types import Integer, NestedArray, Record, intp


class RuleLower(Lower):
    """numba's translation to LLVM's language; a list of a record is the place where it stands.

    It is read and written there, without a header of its own and without a look at the index: numba would add the
    length to negative indices; rules have none, which their plain games show.
    """

    def init(self) -> None:
        super().init()
        self.lists: dict[str, Any] = {}  # by name: of which record which field it is

    def lower_inst(self, inst: Any) -> None:
        if isinstance(inst, ir.Del) and not self.is_counted(inst.value):
            return
        if isinstance(inst, ir.Assign) and self.is_list(inst):
            self.lists[inst.target.name] = inst.value
        elif isinstance(inst, ir.Assign) and not isinstance(inst.value, ir.Arg):  # numba would make a text of it first
            name = inst.target.name
            self.storevar(self.lower_assign(self.typeof(name), inst), name)
        else:
            super().lower_inst(inst)

    def is_counted(self, name: str) -> bool:
        """Return True for what could be given back; numba would blot out a record whose lists are still read."""
        return self.context.enable_nrt and name not in self.lists and not isinstance(self.typeof(name), Record)

    def is_list(self, inst: Any) -> bool:
        """Return True if a list of a record is named for the rest of its expression only, as in `s.cash[p]`."""
        return (
            isinstance(inst.value, ir.Expr)
            and inst.value.op == "getattr"
            and isinstance(self.typeof(inst.value.value.name), Record)
            and isinstance(self.typeof(inst.target.name), NestedArray)
            and inst.target.name.startswith("$")
            and inst.target.name in self._singly_assigned_vars
        )

    def loadvar(self, name: str) -> Any:
        """Return a list with its header, where it is more than read and written."""
        if name in self.lists:
            return self.lower_expr(self.typeof(name), self.lists[name])
        return super().loadvar(name)

    def lower_getitem(self, resty: Any, expr: Any, value: Any, index: Any, signature: Any) -> Any:
        place = self.place(value, index)
        if place is None:
            return super().lower_getitem(resty, expr, value, index, signature)
        return self.context.cast(self.builder, self.builder.load(place), signature.return_type, resty)

    def lower_setitem(self, target_var: Any, index_var: Any, value_var: Any, signature: Any) -> Any:
        place = self.place(target_var, index_var)
        if place is None:
            return super().lower_setitem(target_var, index_var, value_var, signature)
        value = self.loadvar(value_var.name)
        kind = self.typeof(target_var.name).dtype
        self.builder.store(self.context.cast(self.builder, value, self.typeof(value_var.name), kind), place)
        return None

    def place(self, array: Any, index: Any) -> Any:
        """Return where the number stands; None where numba knows better, and where bounds are checked."""
        kind, number = self.typeof(array.name), self.typeof(index.name)
        if self.context.enable_boundscheck or not isinstance(kind, NestedArray) or not isinstance(number, Integer):
            return None
        place = self.context.cast(self.builder, self.loadvar(index.name), number, intp)
        return self.builder.gep(self.begin(array, kind), [place])

    def begin(self, array: Any, kind: Any) -> Any:
        """Return where the numbers of a list begin."""
        field = self.lists.get(array.name)
        if field is None:
            return self.context.make_array(kind)(self.context, self.builder, self.loadvar(array.name)).data
        record = self.typeof(field.value.name)
        number = self.context.get_data_type(kind.dtype)
        return cgutils.get_record_member(
            self.builder, self.loadvar(field.value.name), record.offset(field.attr), number
        )
